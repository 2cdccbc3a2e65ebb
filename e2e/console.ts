import { type Browser, type BrowserContext, expect, type Page, test as base } from '@playwright/test'
import { operator, type Person, signInByApi } from '../tools/browser-sign-in.ts'

interface Fixtures {
  /** Page with the operator signed in; tests that do not change the session share it. */
  console: Page
  /** Page with its own session, for tests that change its mode or end it. */
  ownConsole: Page
}

interface Shared {
  /** Who signs in. */
  person: Person
  signedIn: Awaited<ReturnType<BrowserContext['storageState']>>
  /** Context whose loaded and compiled code is reused, so that tests need not load it again. */
  warm: BrowserContext
}

/** `test` of the end-to-end suite: pages know the server's URL, and an error in the page fails the test. */
export const test = base.extend<Fixtures, Shared>({
  person: [operator, { option: true, scope: 'worker' }],

  baseURL: async ({}, use) => use(serverAddress()),

  page: async ({ page }, use) => {
    const errors = listen(page)
    await use(page)
    expect(errors, 'errors in the page').toEqual([])
  },

  signedIn: [
    async ({ browser, person }, use) => {
      const context = await browser.newContext()
      await signInLive(context, person)
      const state = await context.storageState()
      await context.close()
      await use(state)
    },
    { scope: 'worker' },
  ],

  warm: [
    async ({ browser }, use, { project }) => {
      const { viewport, locale, timezoneId } = project.use
      const context = await browser.newContext({ baseURL: serverAddress(), viewport, locale, timezoneId })
      await use(context)
      await context.close()
    },
    { scope: 'worker' },
  ],

  console: async ({ warm, signedIn }, use) => {
    await warm.setStorageState(signedIn)
    await useWarm(warm, use)
  },

  ownConsole: async ({ warm, person }, use) => {
    await warm.clearCookies()
    await signInLive(warm, person)
    await useWarm(warm, async (page) => {
      await use(page)
      // The next session starts in the mode in which this one ends.
      await turnToLive(page)
    })
    await warm.clearPermissions()
  },
})

/** Opens a page of the context for a test, and closes all that are open after it. */
async function useWarm(warm: BrowserContext, use: (page: Page) => Promise<void>): Promise<void> {
  const page = await warm.newPage()
  const errors = listen(page)
  await use(page)
  for (const open of warm.pages()) await open.close()
  expect(errors, 'errors in the page').toEqual([])
}

export { expect }

/** Rows of the visible list, without its header and the skeleton, which has no text. */
export function rowsOf(page: Page) {
  return page.locator('table[aria-busy] tbody tr').filter({ hasText: /\S/ })
}

/** Waits until the page at the current URL is shown and its list has loaded. */
export async function listReady(page: Page): Promise<void> {
  await pageShown(page)
  await expect(page.locator('table[aria-busy="false"]')).toBeVisible()
}

/** Waits until the previous page is no longer shown under the new URL. */
async function pageShown(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const router: { state: { resolvedLocation?: { pathname: string } } } | undefined = Reflect.get(
      self,
      '__TSR_ROUTER__',
    )
    const shown = router?.state.resolvedLocation?.pathname
    return shown !== undefined && decodeURI(shown) === decodeURI(location.pathname)
  })
}

export async function openList(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await listReady(page)
}

/** Returns the URL of the settlements of a sub-account that has some; a sub-account opened by a test has none. */
export async function settledSubAccount(page: Page): Promise<string> {
  const [response] = await Promise.all([
    // A read in another mode than the session's is refused, and repeated.
    page.waitForResponse((received) => received.url().includes('/admin/settlements?') && received.ok()),
    page.goto('/settlements?category=SUBACCOUNT_SETTLEMENT'),
  ])
  const reply = (await response.json()) as { data: { settlements: { merchant: Named; subAccount: Named }[] } }
  const [settlement] = reply.data.settlements
  expect(settlement, 'a settlement of a sub-account').toBeDefined()
  return `/sub-accounts/${settlement?.merchant.id}/${settlement?.subAccount.id}`
}

interface Named {
  id: string
}

/** Filters the visible list and waits for the result. */
export async function filterBy(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('button', { name: 'Filter by' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
  await dialog.getByRole('button', { name: 'Apply Filter' }).click()
  await expect(page.getByText(`${field}: ${option}`)).toBeVisible()
  await listReady(page)
}

/** Signs a context in, with a session in Live mode. */
export async function signInLive(context: BrowserContext, person: Person = operator): Promise<void> {
  if ((await signInByApi(context, serverAddress(), person)) === 'PRODUCTION') return
  const page = await context.newPage()
  await page.goto(`${serverAddress()}/merchants`)
  await page.getByRole('button', { name: person.name }).waitFor()
  await turnToLive(page)
  await page.close()
}

/** Opens a window of its own in which a person is signed in. */
export async function windowOf(browser: Browser, person: Person): Promise<Page> {
  const context = await browser.newContext({ baseURL: serverAddress() })
  await signInLive(context, person)
  return await context.newPage()
}

async function turnToLive(page: Page): Promise<void> {
  const live = page.getByRole('group', { name: 'Mode' }).getByRole('button', { name: 'Live', pressed: false })
  if (!(await live.isVisible())) return
  await page.bringToFront()
  await live.click()
  await expect(live).toBeHidden()
}

function serverAddress(): string {
  const address = process.env['E2E_BASE_URL']
  if (!address) throw new Error('E2E_BASE_URL is not set: start the journeys with npm test')
  return address
}

/** Collects errors in the page: uncaught exceptions, and browser errors such as content policy violations. */
function listen(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() !== 'error') return
    // Responses of 4xx are checked by the test itself.
    if (message.text().startsWith('Failed to load resource')) return
    errors.push(message.text())
  })
  return errors
}
