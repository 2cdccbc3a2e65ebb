import type { Page } from '@playwright/test'
import { type Screen, testScreens } from './axe.ts'
import { expect, listReady, openList, rowsOf } from './console.ts'

async function openFirst(page: Page, address: string) {
  await openList(page, address)
  await rowsOf(page).first().click()
}

const screens: Screen[] = [
  { name: 'the wallets', open: (page) => openList(page, '/wallets') },
  { name: 'the tier upgrade requests', open: (page) => openList(page, '/wallets?status=requests') },
  {
    name: 'a wallet',
    open: async (page) => {
      await openFirst(page, '/wallets?tier=2')
      await expect(page.getByRole('meter', { name: 'Debited today' })).toBeVisible()
    },
  },
  {
    name: 'a pending tier upgrade request',
    open: async (page) => {
      await openFirst(page, '/wallets?status=requests&filterStatus=PENDING')
      await page.getByRole('button', { name: 'Reject' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'the batches', open: (page) => openList(page, '/payout') },
  {
    name: 'a batch',
    open: async (page) => {
      await openFirst(page, '/payout?status=bulk')
      await expect(page.getByRole('region', { name: 'Progress' })).toBeVisible()
      await listReady(page)
    },
  },
  {
    name: 'a scheduled payout',
    open: async (page) => {
      await openFirst(page, '/payout?status=scheduled')
      await expect(page.getByRole('dialog')).toContainText('Narration')
    },
  },
  {
    name: 'a recurring payout',
    open: async (page) => {
      await openFirst(page, '/payout?status=recurring')
      await expect(page.getByRole('dialog')).toContainText('Narration')
    },
  },
  { name: 'the payouts', open: (page) => openList(page, '/payout?status=payouts') },
]

testScreens(screens)
