import { expect, listReady, rowsOf, test } from './console.ts'

const areas = [
  '/merchants',
  '/partners',
  '/wallets',
  '/payout',
  '/refunds',
  '/settlements',
  '/payment-links',
  '/child-account',
  '/cards',
  '/shops',
  '/virtual-account',
  '/checkout',
  '/sub-accounts',
  '/ledger-position',
  '/disputes',
  '/stores',
  '/juju-services',
  '/profit',
  '/contact-us',
]

test('lists behind each linked figure exactly the rows that it counts', async ({ console: page }) => {
  const followed: string[] = []
  for (const area of areas) {
    await page.goto(area)
    await listReady(page)
    const figures = page.locator('dl').first().getByRole('link')
    const names = await figures.evaluateAll((links) => links.map((link) => link.getAttribute('aria-label') ?? ''))
    for (const name of names.filter((each) => /: [\d,]+$/.test(each))) {
      await page.goto(area)
      await listReady(page)
      await page.getByRole('link', { name, exact: true }).click()
      const [label = '', count = ''] = name.split(': ')
      const total = Number(count.replaceAll(',', ''))
      const pages = page.getByRole('navigation', { name: 'Pages' }).getByRole('status')
      await expect(pages).toHaveText(new RegExp(`of ${count}$`))
      await expect(rowsOf(page)).toHaveCount(Math.min(total, 100))
      await page.reload()
      await expect(pages).toHaveText(new RegExp(`of ${count}$`))
      followed.push(`${area} ${label}`)
    }
  }
  expect(followed).toEqual([
    '/merchants Active',
    '/merchants Inactive',
    '/partners Active',
    '/partners Inactive',
    '/disputes Overdue',
  ])
})
