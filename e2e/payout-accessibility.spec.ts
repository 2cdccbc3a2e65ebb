import type { Page } from '@playwright/test'
import { type Screen, testScreens } from './axe.ts'
import { expect, openList, rowsOf } from './console.ts'

async function openFirst(page: Page, address: string) {
  await openList(page, address)
  await rowsOf(page).first().click()
}

const screens: Screen[] = [
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
]

testScreens(screens)
