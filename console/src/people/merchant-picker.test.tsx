import { contract } from '@kobo/contract'
import type { Call } from '@kobo/contract/kit/call'
import { screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { SetUpCards } from '../features/cards/set-up-cards.tsx'
import { InitiateDispute } from '../features/disputes/initiate/initiate-dispute.tsx'
import { ProfitSummary } from '../features/profit/profit-summary.tsx'
import { List } from '../list/list.tsx'
import { aMerchant } from '../testing/a-merchant.ts'
import { answer, refuse } from '../testing/answer.ts'
import { everyList } from '../testing/every-list.ts'
import { openDialog, optionsOf } from '../testing/list-dialogs.ts'
import { renderScreen } from '../testing/render-screen.tsx'

const { id, businessName } = aMerchant()
const createdAt = '2026-11-20T13:32:00.000Z'
const merchant = { id, businessName, createdAt, verified: 'ACCEPTED', status: 'ACTIVE' }
const { session: _session, ...areas } = contract
const otherCalls = Object.values(areas).flatMap((area): Call[] => Object.values(area))
const filtered = everyList.filter(({ filters }) => filters?.some(({ keys }) => keys.includes('merchantName')))

/** Renders on a server with one merchant. Returns the requests for merchants. */
function renderPicker(shown: ReactNode) {
  const requests: string[] = []
  const merchants = answer(contract.merchants.list, ({ query }) => {
    requests.push(String(query))
    return { totalRecords: 1, totalVerifiedMerchants: 1, totalNonVerifiedMerchants: 0, merchants: [merchant] }
  })
  const rest = otherCalls.map((call) => refuse(call, 500, { message: 'Broken' }))
  return { requests, ...renderScreen(shown, '/here', [merchants, ...rest]) }
}

async function expectEveryAccepted({ requests, user }: ReturnType<typeof renderPicker>) {
  expect(requests).toEqual([])
  const picker = await screen.findByLabelText('Merchant', { selector: 'input' })
  await user.click(picker)
  await waitFor(() => expect(optionsOf(picker).map(({ textContent }) => textContent)).toEqual([merchant.businessName]))
  expect(requests).toEqual(['page=1&size=1000000&verified=ACCEPTED'])
}

it('CONST-17 covers every list that filters by merchant', () => {
  expect(filtered.length).toBeGreaterThanOrEqual(14)
})

describe.each(filtered)('merchant filter of $name', (list) => {
  it('CONST-17 requests a very large page of accepted merchants when its picker opens', async () => {
    expect.hasAssertions()
    const opened = renderPicker(<List of={list} />)
    await openDialog('Filter by')
    await expectEveryAccepted(opened)
  })
})

it.each<[string, ReactNode]>([
  ['the form of a dispute', <InitiateDispute key="dispute" onClose={() => {}} />],
  ['the form that sets up cards', <SetUpCards key="cards" onClose={() => {}} />],
  ['the profit summary', <ProfitSummary key="profit" />],
])('CONST-17 requests a very large page of accepted merchants when the picker of %s opens', async (_, shown) => {
  expect.hasAssertions()
  await expectEveryAccepted(renderPicker(shown))
})
