import type { Page } from '@playwright/test'
import { colleague } from '../tools/browser-sign-in.ts'
import { type Screen, testScreens } from './axe.ts'
import { expect, filterBy, listReady, openList, test, windowOf } from './console.ts'

const changed = (page: Page) => page.getByText('Changed', { exact: true })

/** Opens the menu of the list's views by its key. */
async function openViews(page: Page) {
  await expect(page.locator('[aria-keyshortcuts="V"]')).toBeVisible()
  await page.keyboard.press('v')
  const menu = page.getByRole('menu')
  await expect(menu).toBeVisible()
  return menu
}

test('saves a filtered list for the team, and tells a colleague who has it open of a change', async ({
  ownConsole: page,
  browser,
}, { retry }) => {
  const name = `Scams ${retry + 1}`
  await openList(page, '/disputes')
  await filterBy(page, 'Category', 'Scam')
  const menu = await openViews(page)
  await menu.getByRole('menuitem', { name: 'Save as…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await expect(dialog.getByLabel('Name')).toHaveValue('Category: Scam')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Share with the team').check()
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(page.getByRole('button', { name })).toBeVisible()
  await expect(page).toHaveURL(/[?&]view=/)
  const link = page.url()

  const read = page.waitForResponse((response) => response.url().includes('/admin/views?'))
  await page.reload()
  await listReady(page)
  const earlier = await read
  const known = { status: earlier.status(), headers: earlier.headers(), body: await earlier.body() }
  await expect(page.getByRole('button', { name })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove Category: Scam' })).toBeVisible()

  // The operator's screen does not hear of the change before it is rejected.
  await page.route(/\/admin\/views\?/, (route) => route.fulfill(known))
  const other = await windowOf(browser, colleague)
  await openList(other, '/disputes')
  await (await openViews(other)).getByRole('menuitem', { name }).click()
  await expect(other.getByRole('button', { name: 'Remove Category: Scam' })).toBeVisible()
  await filterBy(other, 'Status', 'Resolved')
  await expect(changed(other)).toBeVisible()
  await other.getByRole('button', { name: 'Save for the team' }).click()
  await expect(other.getByText(`The view ${name} was changed`)).toBeVisible()
  await expect(changed(other)).toBeHidden()

  // The operator's screen stays, and a change based on it is rejected.
  await page.getByRole('button', { name: 'Remove Category: Scam' }).click()
  await expect(changed(page)).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Save for the team' }).click()
  await expect(page.getByText(new RegExp(`^${colleague.name} changed the view ${name} at `))).toBeVisible()
  await expect(page.getByText(`This view was changed by ${colleague.name}`)).toBeVisible()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Remove Status: Resolved' })).toBeVisible()

  await other.goto(link)
  await listReady(other)
  await expect(other.getByRole('button', { name: 'Remove Category: Scam' })).toBeVisible()
  await (await openViews(other)).getByRole('menuitem', { name: 'Remove…' }).click()
  await other.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(other.getByText(`The view ${name} was removed`)).toBeVisible()
  await other.context().close()
})

test('begins a list with the default view of a person', async ({ ownConsole: page }) => {
  await openList(page, '/refunds')
  await (await openViews(page)).getByRole('menuitem', { name: 'Failed refunds of last month' }).click()
  await expect(page.getByRole('button', { name: 'Failed refunds of last month' })).toBeVisible()
  await (await openViews(page)).getByRole('menuitem', { name: 'Begin with this view' }).click()
  await expect(page.getByText(/^The list begins with Failed refunds/)).toBeVisible()

  // Whether a refund failed in the last month depends on the demo.
  await page.goto('/refunds')
  await expect(page).toHaveURL(/[?&]view=/)
  await expect(page.getByRole('button', { name: /^Remove Status: / })).toBeVisible()
  await (await openViews(page)).getByRole('menuitem', { name: 'Do not begin with this view' }).click()
  await expect(page.getByText(/^The list no longer begins with /)).toBeVisible()
  await openList(page, '/refunds')
  await expect(page).not.toHaveURL(/[?&]view=/)
})

test('shows how many rows a pinned view has on My work, and opens it there', async ({ ownConsole: page }) => {
  await openList(page, '/disputes')
  await filterBy(page, 'Category', 'Scam')
  const menu = await openViews(page)
  await menu.getByRole('menuitem', { name: 'Save as…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await dialog.getByLabel('Name').fill('All scams')
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(page.getByRole('button', { name: 'All scams' })).toBeVisible()
  await (await openViews(page)).getByRole('menuitem', { name: 'Pin with a live count' }).click()
  await expect(page.getByText('All scams is pinned')).toBeVisible()

  await page.goto('/my-work')
  const link = page.getByRole('list', { name: 'Pinned views' }).getByRole('link', { name: /^All scams \d/ })
  const count = (await link.innerText()).replace(/\D/g, '')
  await link.click()
  await listReady(page)
  await expect(page.getByRole('button', { name: 'Remove Category: Scam' })).toBeVisible()
  await expect(page.getByText('Changed', { exact: true })).toBeHidden()
  await expect(page.getByRole('main')).toContainText(`Total disputes${count}`)
  await (await openViews(page)).getByRole('menuitem', { name: 'Unpin' }).click()
  await expect(page.getByText('All scams is no longer pinned')).toBeVisible()
})

/** Opens a list with a view of the team that differs from it. */
async function openChanged(page: Page): Promise<void> {
  await openList(page, '/disputes')
  await (await openViews(page)).getByRole('menuitem', { name: 'Overdue disputes' }).click()
  await page.getByRole('button', { name: /^Remove Due: / }).click()
  await expect(changed(page)).toBeVisible()
}

const screens: Screen[] = [
  { name: 'a list that differs from its view', open: openChanged },
  {
    name: 'the menu of views',
    open: async (page) => {
      await openChanged(page)
      await expect((await openViews(page)).getByRole('menuitem', { name: 'Overdue disputes' })).toBeVisible()
    },
  },
  {
    name: 'the dialog that saves a view',
    open: async (page) => {
      await openList(page, '/disputes')
      await (await openViews(page)).getByRole('menuitem', { name: 'Save as…' }).click()
      await expect(page.getByRole('dialog', { name: 'Save view' })).toBeVisible()
    },
  },
]

testScreens(screens)
