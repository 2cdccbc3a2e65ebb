import type { BrowserContext, Page, Request } from '@playwright/test'
import { expect, listReady, rowsOf, test } from './console.ts'

/** Signed-in page with an empty browser cache. */
async function coldPage(context: BrowserContext, signedIn: Awaited<ReturnType<BrowserContext['storageState']>>) {
  await context.setStorageState(signedIn)
  const page = await context.newPage()
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  // Latency of a distant server; intercepting the requests would disable the browser's cache.
  const devtools = await context.newCDPSession(page)
  const unlimited = { downloadThroughput: -1, uploadThroughput: -1 }
  await devtools.send('Network.emulateNetworkConditions', { offline: false, latency: 1_000, ...unlimited })
  return { page, requests }
}

declare global {
  interface Window {
    earlyReads?: { responses: Map<string, unknown> }
  }
}

const pathOf = (request: Request) => new URL(request.url()).pathname

for (const { address, call, isEarly } of [
  { address: '/merchants', call: '/api/merchant', isEarly: true },
  // Its list is requested by the bundle: see the test below.
  { address: '/merchants?page=2&perPage=50&filterStatus=ACCEPTED', call: '/api/merchant', isEarly: false },
  { address: '/payout?status=payouts', call: '/api/transaction/merchant', isEarly: true },
]) {
  test(`requests ${address} once, in parallel with the profile, and loads only chunks that the page names`, async ({
    context,
    signedIn,
  }) => {
    const { page, requests } = await coldPage(context, signedIn)
    const profileAnswered = page.waitForResponse((response) => response.url().endsWith('/api/user/profile'))
    const listAnswered = page.waitForResponse((response) => pathOf(response.request()) === call)
    const html = await (await page.goto(address, { waitUntil: 'commit' }))?.text()
    const profile = await profileAnswered
    const list = (await listAnswered).request()
    // Files loaded after the rows do not count.
    const before = [...requests]
    await listReady(page)
    expect(requests.filter((request) => pathOf(request) === call)).toHaveLength(1)
    expect(await page.evaluate(() => window.earlyReads?.responses.size), 'early responses that were not used').toBe(0)
    if (isEarly) expect(list.timing().startTime).toBeLessThan(endOf(profile.request()))
    expect(requests.filter((request) => pathOf(request) === '/config.json')).toEqual([])
    const files = before.map(pathOf).filter((path) => /\.(js|css)$/.test(path))
    for (const file of files) expect(html).toContain(`"${file}"`)
    expect(before.length).toBeLessThanOrEqual(15)
  })
}

/** Opens an address, and answers its profile only after this call was requested. */
async function openWithoutProfile(page: Page, address: string, call: string): Promise<Request[]> {
  const calls: Request[] = []
  page.on('request', (request) => pathOf(request) === call && calls.push(request))
  const requested = page.waitForRequest((request) => pathOf(request) === call)
  await page.route('**/api/user/profile', async (route) => {
    await requested
    await route.continue()
  })
  await page.goto(address, { waitUntil: 'commit' })
  await requested
  await page.unrouteAll({ behavior: 'wait' })
  return calls
}

test('requests a filtered list once, before the profile has arrived', async ({ console: page }) => {
  const address = '/merchants?page=2&perPage=50&filterStatus=ACCEPTED'
  const calls = await openWithoutProfile(page, address, '/api/merchant')
  await listReady(page)
  expect(calls).toHaveLength(1)
})

for (const { address, call } of [
  { address: '/merchants', call: '/api/merchant/info' },
  { address: '/wallets', call: '/api/admin/wallet/info' },
  { address: '/payout?status=payouts', call: '/api/transaction/info' },
]) {
  test(`requests a record of ${address} once, before the profile has arrived, when opened by its URL`, async ({
    console: page,
  }) => {
    await page.goto(address)
    await listReady(page)
    const record = await page.locator('tbody a').first().getAttribute('href')
    const calls = await openWithoutProfile(page, String(record), call)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(calls).toHaveLength(1)
  })
}

test('contains a chunk that fails to load, and loads it on retry once the network is back', async ({
  context,
  signedIn,
}) => {
  await context.setStorageState(signedIn)
  const page = await context.newPage()
  await page.goto('/merchants')
  await listReady(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Filter by' }).click()
  const failed = page.getByRole('alert').filter({ hasText: 'This section could not be loaded' })
  await expect(failed).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Merchants' })).toBeVisible()
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(failed).toBeVisible()
  await context.setOffline(false)
  await failed.getByRole('button', { name: 'Try again' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('KYC status', { exact: true })).toBeVisible()
  await expect(failed).toBeHidden()
  // Its style sheets have loaded too.
  expect((await dialog.boundingBox())?.width).toBeLessThan(600)
})

/** Start of the response, on the time scale of `startTime`. */
function endOf(request: Request): number {
  const { startTime, responseStart } = request.timing()
  return startTime + responseStart
}

test('preloads a row’s record on hover, so that its page is ready before the click', async ({ console: page }) => {
  await page.goto('/merchants')
  await listReady(page)
  const requested = page.waitForRequest((request) => pathOf(request) === '/api/merchant/info')
  await page.locator('tbody tr').nth(3).hover()
  await requested
  const files: string[] = []
  await page.waitForTimeout(1_000)
  page.on('request', (request) => files.push(pathOf(request)))
  await page.locator('tbody tr').nth(3).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(files.filter((path) => path.includes('merchant-page') || path === '/api/merchant/info')).toEqual([])
})

test('loads no further code in the first moments after the rows', async ({ console: page }) => {
  // Noted within the page, because a busy machine reports it late.
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      // Rows of the skeleton have no text.
      if (!document.querySelector('tbody tr')?.textContent) return
      performance.mark('rows')
      observer.disconnect()
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  await page.goto('/payout?status=payouts')
  await listReady(page)
  await expect(rowsOf(page).nth(19)).toBeAttached()
  const shownAt = await page.evaluate(() => performance.getEntriesByName('rows')[0]?.startTime)
  expect(shownAt).toBeDefined()
  await page.waitForTimeout(3_000)
  const starts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      // The watch over the session begins with the first response.
      .filter(({ name }) => name.endsWith('.js') && !name.includes('session-expiry'))
      .map(({ startTime }) => startTime),
  )
  const later = starts.filter((start) => start > Number(shownAt)).toSorted((a, b) => a - b)
  // Idle code waits for a second, counted from a render that may be a moment before the rows.
  expect((later[0] ?? 0) - Number(shownAt)).toBeGreaterThan(500)
})
