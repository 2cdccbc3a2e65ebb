import type { Browser, Page } from '@playwright/test'
import { operator, type Person } from '../tools/browser-sign-in.ts'
import { expect, listReady, rowsOf, test, windowOf } from './console.ts'
import { countKeys } from './key-counter.ts'

const chi = { ...operator, name: 'Chi Nwosu', email: 'chi@demo.test' }
const efe = { ...operator, name: 'Efe Omoruyi', email: 'efe@demo.test' }

async function begin(browser: Browser, as: Person) {
  const page = await windowOf(browser, as)
  await page.goto('/merchants')
  return { page, keys: countKeys(page), end: () => page.context().close() }
}

interface Desk {
  page: Page
  keys: ReturnType<typeof countKeys>
}

/** Opens My work by its keys and a kind by its card, and takes the next item of the kind. */
async function takeNext({ page, keys }: Desk, kind: string): Promise<void> {
  const panel = page.getByRole('dialog')
  if (await panel.isVisible()) {
    await keys.press('Escape')
    await expect(panel).toBeHidden()
  }
  await keys.press('g')
  await keys.press('w')
  await expect(page).toHaveURL(/\/my-work/)
  await page
    .getByRole('list', { name: 'Kinds of work' })
    .getByRole('link', { name: new RegExp(`^${kind}`) })
    .click()
  await listReady(page)
  await keys.press('n')
  await expect(page).not.toHaveURL(/\/my-work/)
  await expect(workOf(page)).toContainText('You have it since')
}

const workOf = (page: Page) => page.getByRole('region', { name: 'Work', exact: true })

/** Approves what is open by its key; rejects it with a reason if it cannot be approved, or if `approve` is null. */
async function decide({ page, keys }: Desk, approve: string | null, reject: string): Promise<void> {
  const rejection = page.getByRole('button', { name: reject, exact: true })
  await expect(rejection).toBeEnabled()
  if (approve !== null && (await page.getByRole('button', { name: approve, exact: true }).isEnabled())) {
    await keys.press('a')
    const confirmation = page.getByRole('dialog').last()
    await expect(confirmation.locator(':focus')).toBeVisible()
    const isText = (await confirmation.getByRole('textbox').count()) > 0
    if (isText) await keys.type('In order')
    await keys.press(isText ? 'Control+Enter' : 'Enter')
  } else {
    await keys.press('r')
    await expect(page.getByRole('textbox', { name: 'Reason' })).toBeFocused()
    await keys.type('Papers missing')
    await keys.press('Control+Enter')
  }
  await expect(workOf(page)).toContainText(/^Done/)
}

test('is the day of three people: ten decisions of six kinds, a handover, and who changed a fee', async ({
  ownConsole: operators,
  browser,
}, { retry }) => {
  test.setTimeout(360_000)
  const ada = { page: operators, keys: countKeys(operators) }
  const compliance = await begin(browser, chi)
  const support = await begin(browser, efe)

  // In the morning the operator changes the fee of a merchant.
  await operators.goto('/merchants?filterStatus=ACCEPTED')
  await listReady(operators)
  await rowsOf(operators).nth(2).click()
  await operators.waitForURL('**/merchants/*')
  await operators.getByRole('tab', { name: 'Charges' }).click()
  const edit = operators.getByRole('button', { name: 'Edit Transfers (Payout)' })
  // The list's heading stays until the merchant is shown.
  await edit.waitFor()
  const merchantName = await operators.getByRole('heading', { level: 1 }).innerText()
  await edit.click()
  const form = operators.getByRole('dialog', { name: 'Transfers (Payout) charges' })
  await form.getByRole('textbox').first().fill(`11.7${retry}`)
  await form.getByRole('button', { name: /Save|Update/ }).click()
  await expect(form).toBeHidden()

  // Compliance decides eight items of four kinds.
  for (const [kind, times, approve, reject] of [
    ['KYC', 3, 'Approve', 'Decline'],
    ['Tier upgrades', 2, 'Approve', 'Reject'],
    ['Merchant upgrades', 2, 'Approve', 'Decline'],
    ['Disputes', 1, null, 'Reject'],
  ] as const) {
    for (let n = 0; n < times; n++) {
      await takeNext(compliance, kind)
      await decide(compliance, approve, reject)
    }
  }

  // Support answers a message, and the operator decides a card batch.
  await takeNext(support, 'Contact messages')
  await support.page.getByLabel('Answer').focus()
  await support.keys.type('We are on it.')
  await support.page.getByRole('button', { name: 'Send answer' }).click()
  await expect(support.page.getByText(/^We have emailed the answer to /)).toBeVisible()
  await takeNext(ada, 'Card batches')
  await decide(ada, 'Approve', 'Decline')

  // At the end of her shift, compliance hands over all that she has; the operator gets an item with her note.
  await takeNext(compliance, 'KYC')
  await compliance.keys.press('g')
  await compliance.keys.press('w')
  await compliance.page.getByRole('button', { name: 'Hand over' }).click()
  const handover = compliance.page.getByRole('dialog', { name: 'Hand over' })
  await handover.getByLabel('Note (optional)').focus()
  await compliance.keys.type('Waits for the CAC papers')
  await handover.getByRole('button', { name: 'Release all' }).click()
  await expect(compliance.page.getByText(/^You released \d+ items?$/)).toBeVisible()
  await takeNext(ada, 'KYC')
  await expect(workOf(operators)).toContainText('Note: Waits for the CAC papers')

  // "Who changed this fee?" is answered from the record, found by the merchant's name.
  await support.keys.press('Control+k')
  await support.page.keyboard.type(merchantName)
  await support.page
    .getByRole('option', { name: new RegExp(`^${merchantName.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`) })
    .first()
    .waitFor()
  await support.keys.press('Enter')
  await support.page.waitForURL('**/merchants/*')
  await support.page.getByRole('button', { name: 'History' }).click()
  const newest = support.page
    .getByRole('dialog', { name: 'History of this merchant' })
    .getByRole('listitem')
    .filter({ hasText: 'Charges changed' })
    .first()
  await expect(newest).toContainText(`by ${operator.name}`)
  await expect(newest.getByRole('row', { name: /Transfers below ₦5,001/ })).toContainText(`₦11.7${retry}`)

  const [presses, typed] = [compliance, support, ada].reduce(
    ([pressed, written], { keys: { counted } }) => [pressed + counted.presses, written + counted.typed],
    [0, 0],
  )
  expect(presses - typed, 'key presses besides the texts').toBeLessThanOrEqual(100)
  await compliance.end()
  await support.end()
})
