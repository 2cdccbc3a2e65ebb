import { expect, listReady, rowsOf, test } from './console.ts'

test('SHELL-01 shows the console to signed-in operators only, with amounts in naira', async ({
  console: page,
  browser,
  baseURL,
}) => {
  const stranger = await browser.newPage({ baseURL })
  await stranger.goto('/merchants')
  await expect(stranger.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(stranger.getByRole('navigation')).toBeHidden()
  await stranger.close()

  await page.goto('/merchants?filterStatus=ACCEPTED')
  await listReady(page)
  await rowsOf(page)
    .filter({ hasText: /Active/ })
    .first()
    .click()
  // A merchant with activity shows further amounts below.
  const account = page.getByRole('region', { name: 'Account and balance' })
  await expect(account.getByText('Available balance')).toBeVisible()
  await expect(account.getByText(/^₦[\d,]+\.\d\d$/)).toHaveCount(2)
})

test('serves the page with a strict policy: no inline scripts, foreign hosts or framing', async ({
  browser,
  baseURL,
}) => {
  // A separate page, because the violation below is also logged.
  const page = await browser.newPage({ baseURL })
  const response = await page.goto('/')
  const policy = response?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'nonce-")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).not.toContain('unsafe')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  const injected = await page.evaluate(() => {
    const script = document.createElement('script')
    try {
      script.textContent = 'window.injected = true'
      document.body.append(script)
    } catch {
      return 'refused'
    }
    return 'injected' in window ? 'ran' : 'refused'
  })
  expect(injected).toBe('refused')
  await page.close()
})
