import type { Page } from '@playwright/test'
import { type Screen, testScreens } from './axe.ts'
import { expect, listReady, rowsOf, test } from './console.ts'
import { accounts, headOf, kobo, submitPayout } from './money.ts'

/** Returns the available balance of the open wallet in kobo. */
async function available(page: Page): Promise<bigint> {
  const panel = page.getByRole('region', { name: 'Account and balance' })
  await expect(panel).toContainText('₦')
  return kobo(/Available balance\s*(₦[\d,]+\.\d\d)/i.exec(await panel.innerText())?.[1] ?? '')
}

/** Opens the demo's wallet whose lien is over. */
async function openReleased(page: Page): Promise<void> {
  await page.goto('/merchants?status=liens&filterStatus=ENDED&kind=WALLET')
  await listReady(page)
  await rowsOf(page).last().click()
  await page.waitForURL('**/wallets/*')
}

test('blocks the balance of a wallet by a lien: a payout fails for insufficient funds until it is released', async ({
  console: page,
}) => {
  await openReleased(page)
  const address = page.url()
  const wallet = address.split('/').at(-1) ?? ''
  const before = await available(page)
  const payout = async (outcome: string) => {
    const { transactionId } = await submitPayout({ amount: 100, to: accounts.approved, wallet })
    await page.goto(`/payout/${transactionId}/transaction-payout`)
    await expect(headOf(page)).toContainText(outcome, { timeout: 30_000 })
  }

  // All but ₦50 is blocked.
  const amount = (Number(before - 5000n) / 100).toFixed(2)
  await page.getByRole('button', { name: 'Place a lien' }).click()
  const dialog = page.getByRole('dialog', { name: /^Place a lien on / })
  await dialog.getByLabel('Amount').fill(amount)
  await expect(dialog).toContainText('All of it is held immediately')
  await dialog.getByText('Email to the merchant').click()
  await expect(dialog).toContainText('This amount cannot be spent until the lien is released')
  await dialog.getByLabel('Reason').fill('Order of a court')
  await dialog.getByRole('button', { name: 'Place the lien' }).click()
  await expect(dialog).toBeHidden()
  const panel = page.getByRole('region', { name: 'Liens' })
  await expect(panel).toContainText('Order of a court')
  await expect.poll(() => available(page)).toBe(5000n)
  try {
    await payout('Failed')
    await expect(page.getByRole('main')).toContainText(/insufficient funds/i)
  } finally {
    // A second try would find everything blocked.
    await page.goto(address)
    await panel.getByRole('button', { name: /^Release the lien of/ }).click()
    const release = page.getByRole('dialog', { name: 'Release the lien' })
    await release.getByLabel('Reason').fill('The court lifted it')
    await release.getByRole('button', { name: 'Release the lien' }).click()
  }
  await expect(panel).toBeHidden()
  await expect.poll(() => available(page)).toBe(before)
  await payout('Success')

  await page.goto('/merchants?status=liens&filterStatus=ENDED')
  await listReady(page)
  await expect(rowsOf(page).first()).toContainText('Ended')
})

const screens: Screen[] = [
  {
    name: 'a wallet with a lien',
    open: openBlocked,
  },
  {
    name: 'the dialog that places a lien',
    open: async (page) => {
      await openReleased(page)
      await page.getByRole('button', { name: 'Place a lien' }).click()
      await page.getByLabel('Amount').fill('1000')
      await expect(page.getByText('Email to the merchant')).toBeVisible()
    },
  },
  {
    name: 'the dialog that releases a lien',
    open: async (page) => {
      await openBlocked(page)
      await page.getByRole('button', { name: /^Release the lien of/ }).click()
      await expect(page.getByRole('dialog', { name: 'Release the lien' })).toBeVisible()
    },
  },
]

/** Opens the demo's wallet whose lien is larger than its balance. */
async function openBlocked(page: Page): Promise<void> {
  await page.goto('/merchants?status=liens&filterStatus=OPEN')
  await listReady(page)
  await rowsOf(page).last().click()
  await expect(page.getByText(/^On lien /)).toBeVisible()
}

testScreens(screens)
