import { contract } from '@kobo/contract'
import type { Merchant } from '@kobo/contract/merchants'
import { screen, within } from '@testing-library/react'
import type { HttpHandler } from 'msw'
import { expect, it } from 'vitest'
import { paths } from '../../../../paths.ts'
import { aMerchant } from '../../../../testing/a-merchant.ts'
import { answer, refuse } from '../../../../testing/answer.ts'
import { apiServer, askedOfServer } from '../../../../testing/api-server.ts'
import { withoutAdditions } from '../../../../testing/bare-console.ts'
import { merchantServer, profitOfMerchant } from '../../../../testing/merchant-server.ts'
import { renderConsole } from '../../../../testing/render-console.tsx'
import { signedInAs, userInRole } from '../../../../testing/signed-in-as.ts'

const { ofMerchant } = contract.profit

async function open(merchant: Partial<Merchant> = {}, ...first: HttpHandler[]) {
  const server = merchantServer(() => aMerchant({ id: 'merchant-1', verified: 'ACCEPTED', ...merchant }))
  const opened = renderConsole(paths.merchant('merchant-1'), [...first, ...server])
  await screen.findByRole('region', { name: 'Settlement account' })
  return opened
}

const section = () => screen.queryByRole('region', { name: 'Profit' })
const shownSection = async () => within(await screen.findByRole('region', { name: 'Profit' }))

it('shows the profit of this week and month with links to their payments', async () => {
  await open()
  const profit = await shownSection()
  const loss = await profit.findByRole('link', { name: '-₦16.88' }, { timeout: 5000 })
  expect(loss.getAttribute('href')).toBe('/profit?merchant=merchant-1&startDate=2026-11-16&endDate=2026-11-20')
  const gain = profit.getByRole('link', { name: '₦1,235.10' })
  expect(gain.getAttribute('href')).toBe('/profit?merchant=merchant-1&startDate=2026-11-01&endDate=2026-11-20')
})

it('shows both figures as loading until the rest of the page is there', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await open(
    {},
    answer(ofMerchant, async () => {
      await released
      return profitOfMerchant
    }),
  )
  const profit = await shownSection()
  for (const label of ['This week', 'This month']) {
    expect(profit.getByText(label).nextElementSibling?.textContent).toBe('')
  }
  release()
  expect(await profit.findByRole('link', { name: '-₦16.88' }, { timeout: 5000 })).toBeDefined()
})

it('shows an error and fetches the figures again on demand', async () => {
  const { user } = await open({}, refuse(ofMerchant, 500, { message: 'Broken' }))
  const profit = await shownSection()
  const again = await profit.findByRole('button', { name: 'Refetch Details' }, { timeout: 5000 })
  apiServer.use(answer(ofMerchant, () => profitOfMerchant))
  await user.click(again)
  expect(await profit.findByRole('link', { name: '-₦16.88' })).toBeDefined()
})

it('is absent and not fetched without the right to see profit', async () => {
  const requests = askedOfServer()
  const rights = userInRole('AUDITOR').rights?.filter(({ permission }) => permission !== 'profit.read')
  await open({}, signedInAs('AUDITOR', { rights }))
  expect(section()).toBeNull()
  expect(requests).not.toContain(`GET /api${ofMerchant.path}`)
})

it.each(['NOT_SUBMITTED', 'SUBMITTED', 'PROCESSING', 'REJECTED'])(
  'is absent for a merchant without an account, whose KYC is %s',
  async (verified) => {
    await open({ verified })
    expect(section()).toBeNull()
  },
)

it('is absent on a server without profit', async () => {
  withoutAdditions()
  await open()
  expect(section()).toBeNull()
})
