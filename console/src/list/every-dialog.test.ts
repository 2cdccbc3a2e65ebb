import { describe, expect, it } from 'vitest'
import * as positionLists from '../features/ledger/position-lists.tsx'
import { everyList } from '../testing/every-list.ts'
import { dialogs } from '../testing/dialogs.ts'
import { exportFor, filterFor } from './dialog-registry.ts'
import type { Filter } from './filter.ts'

const day = { startDate: '2026-01-02', endDate: '2026-01-03' }

/** Returns a field's options and the values sent for them: `key: VALUE, chosen>sent`; values not sent are in brackets. */
function describeFilter(filter: Filter): string {
  const [key = ''] = filter.keys
  if (key === 'startDate') {
    return String(filter.sends(day)) === String(Object.entries(day)) ? 'days' : '(days)'
  }
  if (!filter.options) {
    const isPicked = filter.keys.length > 1 && filter.keys.every((other) => other === key || other === `${key}Name`)
    return `${isPicked ? key : filter.keys.join(' to ')}: ${isPicked ? 'picked' : 'written'}`
  }
  const options = filter.options.map(({ value }) => {
    const [sent] = filter.sends({ [key]: value })
    if (!sent) return `(${value})`
    return sent[0] === key && sent[1] === value ? value : `${value}>${sent.join('=')}`
  })
  return `${key}: ${options.join(', ')}`
}

it('FILTER-10 covers exactly the lists of the console in the table of dialogs', () => {
  expect(Object.keys(dialogs).toSorted()).toEqual(everyList.map(({ name }) => name).toSorted())
})

describe.each(everyList)('$name', ({ name, urlNames = {} }) => {
  const expected = dialogs[name]

  it('FILTER-10 FILTER-51 offers and sends the filters of the table, in their exact case', () => {
    expect(filterFor(name).map(describeFilter)).toEqual(expected?.filters)
  })

  it('FILTER-10 FILTER-51 offers the export fields of the table', () => {
    expect(exportFor(name).map(describeFilter)).toEqual(expected?.exports)
  })

  it('FILTER-06 keeps exactly the filters of the table in its search params', () => {
    const urlFilters = Object.entries(urlNames).map(([key, inAddress]) =>
      key === inAddress ? key : `${key} as ${inAddress}`,
    )
    expect(urlFilters).toEqual(expected?.address ?? [])
  })
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
  for (const { name } of everyList) {
    const days = filterFor(name).find(({ keys }) => keys.includes('startDate'))
    if (days) expect(days.sends(day), name).toEqual(Object.entries(day))
  }
})

/** Lists whose search params hold the whole filter, although the specification does not require it. */
const shared = [
  ...['profit-details', 'stores', 'terminals', 'store-transactions', 'ledger-entries'].map((name) =>
    everyList.find((list) => list.name === name),
  ),
  ...Object.values(positionLists),
]

it.each(shared)('FILTER-06 keeps the whole filter of $name in the search params, as an exception', (list) => {
  // The merchant's name is derived from its ID.
  const keys = list?.filters.flatMap((filter) => filter.keys).filter((key) => key !== 'merchantName')
  expect(keys?.length).toBeGreaterThan(0)
  expect(Object.keys(list?.urlNames ?? {}).toSorted()).toEqual(keys?.toSorted())
})

it('FILTER-52 filters and exports by days when a list has no dialog of its own', () => {
  expect(filterFor('of nobody knows what').map(describeFilter)).toEqual(['days'])
  expect(exportFor('of nobody knows what').map(describeFilter)).toEqual(['days'])
})

it('FILTER-51 sends all three spellings of a payment’s final status', () => {
  const sent = new Set(Object.values(dialogs).flatMap(({ filters, exports }) => [...filters, ...exports]))
  expect(sent).toContain('status: success, pending, failed')
  expect(sent).toContain('status: SUCCESS, pending, failed')
  expect(sent).toContain('status: successful, pending, failed')
})

const onlyBy = (isExpected: (field: string) => boolean) =>
  Object.keys(dialogs).filter((name) => dialogs[name]?.filters.length === 1 && dialogs[name].filters.every(isExpected))

it('FILTER-20 filters some lists by days only', () => {
  expect(onlyBy((field) => field === 'days')).toEqual(['ledger-entries', 'settlement-transactions'])
})

it('FILTER-23 filters some lists by status only', () => {
  expect(onlyBy((field) => /^(status|verified): /.test(field))).toEqual(
    expect.arrayContaining(['merchants', 'merchant-upgrades', 'partners', 'bulk-payout-items']),
  )
})
