import { fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { everyList } from '../testing/every-list.ts'
import { fullReply } from '../testing/full-reply.ts'
import { openDialog, optionsOf } from '../testing/list-dialogs.ts'
import { renderScreen } from '../testing/render-screen.tsx'
import type { List as ListOf } from './define-list.ts'
import { exportFor, filterFor } from './dialog-registry.ts'
import { type Filter, type FilterValues, isChosen } from './filter.ts'
import type { ListReply, ListRow } from './list-call.ts'
import { List } from './list.tsx'

const days = { startDate: '2026-01-02', endDate: '2026-01-03' }

/** Whether the field picks a record, whose name is stored beside its ID. */
const isPicker = ({ keys: [key, nameKey], options }: Filter) => !options && nameKey === `${key}Name`
const isDays = ({ keys }: Filter) => keys.includes('startDate')

/** Fills a field of the open dialog with its last option or a text, and returns what it should hold then. */
async function fill(filter: Filter): Promise<FilterValues> {
  const { keys, label, options } = filter
  const [key = '', upperKey] = keys
  if (isPicker(filter)) {
    await screen.findAllByText(label)
    return {}
  }
  const type = async (field: string, text: string) => {
    const input = await screen.findByLabelText(field, { selector: 'input' })
    fireEvent.change(input, { target: { value: text } })
    fireEvent.blur(input)
  }
  if (options) {
    const input = await screen.findByLabelText<HTMLInputElement>(label, { selector: 'input' })
    fireEvent.click(input)
    const offered = optionsOf(input)
    expect(offered.map((option) => [option.getAttribute('value'), option.textContent])).toEqual(
      options.map((option) => [option.value, option.label]),
    )
    const last = offered.at(-1)
    if (last) fireEvent.click(last)
    return { [key]: options.at(-1)?.value ?? '' }
  }
  if (isDays(filter)) {
    await type('Start date', '02/01/2026')
    await type('End date', '03/01/2026')
    return days
  }
  if (key === 'date') {
    await type(label, '02/01/2026')
    return { date: days.startDate }
  }
  if (upperKey) {
    await type('Amount from', '5')
    await type('Amount to', '70')
    return { [key]: '5', [upperKey]: '70' }
  }
  await type(label, '0123456789')
  return { [key]: '0123456789' }
}

/** Renders a list with a full page and records the parameters of its requests. */
function renderFull(list: ListOf<ListReply, ListRow>) {
  const requests: URLSearchParams[] = []
  const data = fullReply(list)
  const server = http.get(`/api${list.call.path}`, ({ request }) => {
    requests.push(new URL(request.url).searchParams)
    return HttpResponse.json({ status: true, message: 'Done', data })
  })
  return { requests, rows: list.rows(data), ...renderScreen(<List of={list} />, '/here', [server]) }
}

describe.each(everyList)('$name', (list) => {
  const { name, urlNames = {}, call } = list

  it('FILTER-10 FILTER-51 sends what its filter dialog offers under the keys of its call, as it is written', async () => {
    const { requests, query } = renderFull(list)
    await openDialog('Filter by')
    let chosen: FilterValues = {}
    for (const filter of filterFor(name)) chosen = { ...chosen, ...(await fill(filter)) }
    fireEvent.click(screen.getByRole('button', { name: 'Apply Filter' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const sent = filterFor(name).flatMap((filter) => filter.sends(chosen))
    await waitFor(() => {
      const request = requests.at(-1)
      expect(sent.map(([key]) => [key, request?.get(key)])).toEqual(sent)
    })
    for (const filter of filterFor(name).filter((one) => isChosen(one, chosen))) {
      expect(screen.getByText(filter.describe(chosen))).toBeTruthy()
    }
    // FILTER-06: the search params hold exactly the filters with a name for them.
    const [{ page: _, perPage: __, itemOffset: ___, ...address }] = [Object.fromEntries(query())]
    const kept = Object.entries(chosen).flatMap(([key, value]) => (urlNames[key] ? [[urlNames[key], value]] : []))
    expect(address).toEqual(Object.fromEntries(kept))
  })

  it('FILTER-10 FILTER-51 offers only values that its call accepts, and sends the ID of what is picked', () => {
    for (const filter of filterFor(name)) {
      const [key = ''] = filter.keys
      if (isPicker(filter)) expect(filter.sends({ [key]: '7' })).toEqual([[expect.any(String), '7']])
      for (const value of filter.options?.map((option) => option.value) ?? ['7']) {
        for (const [parameter, sent] of filter.sends({ ...days, [key]: value })) {
          const schema = call.query.shape[parameter]
          expect(schema && z.safeParse(schema, sent).success).toBe(true)
          // A choice is sent exactly as it is written.
          if (filter.options) expect(sent).toBe(value)
        }
      }
    }
  })

  it('FILTER-10 FILTER-48 exports the rows that match what its export dialog offers', async () => {
    const { rows } = renderFull(list)
    await screen.findByText(/^Showing 1 to/)
    await openDialog('Export')
    let chosen: FilterValues = {}
    for (const field of exportFor(name)) {
      chosen = { ...chosen, ...(await fill(field)) }
      const [key = ''] = field.keys
      const keyOfRow = isDays(field) ? 'createdAt' : key
      expect(rows.every((row) => keyOfRow in row)).toBe(true)
      for (const { value, row = value } of field.options ?? []) {
        expect(field.matches({ [key]: row }, { [key]: value })).toBe(true)
        expect(field.matches({ [key]: 'another' }, { [key]: value })).toBe(false)
      }
    }
    const matching = rows.filter((row) => exportFor(name).every((field) => field.matches(row, chosen)))
    expect(await screen.findByText(`${matching.length} of the ${rows.length} rows on this page`)).toBeTruthy()
  })
})

/** Values that the specification fixes and that no test of an area compares as a whole. */
const filterValues: [list: string, key: string, values: string][] = [
  ['approval-requests', 'verified', 'COMPLETED | REJECTED | PENDING'],
  ['approval-requests', 'category', 'ACTIVATION | UPGRADE'],
  ['payouts', 'type', 'DEBIT | CREDIT'],
  ['settlements', 'status', 'SUCCESSFUL | PENDING | FAILED'],
  [
    'transaction-log',
    'category',
    'FUND_SUCCESS | SESSION_INIT | COLLECTION_WEBHOOK | TRANSFER_WEBHOOK | PROVIDER_CHARGES_SETTLEMENT | FUND_PENDING',
  ],
]
const exportValues: typeof filterValues = [
  ['bill-payments', 'status', 'SUCCESS | pending | failed'],
  ['payouts', 'type', 'credit | debit'],
  ['payouts', 'status', 'success | pending | failed'],
  ['settlements', 'status', 'successful | pending | failed'],
]
const valuesOf = (fields: readonly Filter[], key: string) =>
  fields
    .find(({ keys }) => keys[0] === key)
    ?.options?.map(({ value }) => value)
    .join(' | ')

it('FILTER-10 FILTER-51 offers the values of the specification in their exact case', () => {
  expect(filterValues.map(([name, key]) => [name, key, valuesOf(filterFor(name), key)])).toEqual(filterValues)
  expect(exportValues.map(([name, key]) => [name, key, valuesOf(exportFor(name), key)])).toEqual(exportValues)
})

it('EXPORT-11 FILTER-27 compares what export dialogs offer with what rows hold instead', () => {
  const held = (name: string, key: string) =>
    exportFor(name)
      .find(({ keys }) => keys[0] === key)
      ?.options?.map(({ value, row }) => `${value}: ${row}`)
  expect(held('checkouts', 'paymentMethod')).toEqual(['BANK_TRANSFER: Bank', 'CARD: Card'])
  expect(held('virtual-account-transactions', 'paymentMethod')).toEqual(['BANK_TRANSFER: Bank', 'CARD: Card'])
  expect(held('chargebacks', 'category')).toEqual(['chargeback: CHARGEBACK', 'fraud: SCAM'])
  expect(held('chargebacks', 'status')).toEqual([
    'awaiting feedback: AWAITING_FEEDBACK',
    'accepted: RESOLVED',
    'in progress: IN_PROGRESS',
    'declined: REJECTED',
  ])
})

it('FILTER-07 uses every key of the filter value in a dialog or a request, with days as text', () => {
  const used = everyList.flatMap(({ name }) =>
    filterFor(name).flatMap(({ keys, options, sends }) => [
      ...keys,
      ...sends(Object.fromEntries(keys.map((key) => [key, options?.[0]?.value ?? '2026-01-02']))).map(([key]) => key),
    ]),
  )
  const named = 'status category type merchant merchantId name frequency date startDate endDate subaccountId wallet'
  expect(used).toEqual(expect.arrayContaining([...named.split(' '), 'paymentMethod']))
  for (const filter of everyList.flatMap(({ filters }) => filters.filter(isDays))) {
    expect(filter.sends(days)).toEqual(Object.entries(days))
  }
})

/** Lists whose search params hold filters although the specification does not name them. */
const shared = /^(profit-details|stores|terminals|store-transactions|ledger-.*)$/

it.each(everyList.filter(({ name }) => shared.test(name)))(
  'FILTER-06 keeps the whole filter of $name in the search params, as an exception',
  ({ filters, urlNames = {} }) => {
    // The merchant's name is derived from its ID.
    const keys = filters.flatMap((filter) => filter.keys).filter((key) => key !== 'merchantName')
    expect(keys.length).toBeGreaterThan(0)
    expect(Object.keys(urlNames).toSorted()).toEqual(keys.toSorted())
  },
)

it('FILTER-52 filters and exports by days when a list has no dialog of its own', () => {
  expect(filterFor('of nobody knows what').map(({ keys }) => keys)).toEqual([Object.keys(days)])
  expect(exportFor('of nobody knows what').map(({ keys }) => keys)).toEqual([Object.keys(days)])
})

it('FILTER-51 offers all three spellings of a payment’s final status', () => {
  const offered = everyList.flatMap(({ name }) => [...filterFor(name), ...exportFor(name)])
  const spellings = offered.map(({ options }) => options?.map(({ value }) => value).join(', '))
  expect(spellings).toContain('success, pending, failed')
  expect(spellings).toContain('SUCCESS, pending, failed')
  expect(spellings).toContain('successful, pending, failed')
})

const onlyBy = (isExpected: (filter: Filter) => boolean) =>
  everyList.map(({ name }) => name).filter((name) => filterFor(name).length === 1 && filterFor(name).every(isExpected))

it('FILTER-20 filters some lists by days only', () => {
  expect(onlyBy(isDays).toSorted()).toEqual(['ledger-entries', 'settlement-transactions'])
})

it('FILTER-23 filters some lists by status only', () => {
  expect(onlyBy(({ keys: [key], options }) => Boolean(options) && /^(status|verified)$/.test(key ?? ''))).toEqual(
    expect.arrayContaining(['merchants', 'merchant-upgrades', 'partners', 'bulk-payout-items']),
  )
})
