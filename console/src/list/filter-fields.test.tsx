import { describe, expect, expectTypeOf, it, vi } from 'vitest'
import { exportFor, filterFor } from './dialog-registry.ts'
import { defineList } from './define-list.ts'
import type { FilterKey, FilterValues } from './filter.ts'
import { choice, dayRange, notSent, textFilter } from './filter-fields.tsx'
import { letterList, letters } from '../testing/specimen-list.tsx'

describe('dayRange', () => {
  const days = dayRange()

  it.each([
    [
      { startDate: '2026-01-02', endDate: '2026-01-05' },
      { startDate: '2026-01-02', endDate: '2026-01-05' },
    ],
    [{ startDate: '2026-01-02' }, { startDate: '2026-01-02' }],
    [{ endDate: '2026-01-05' }, {}],
    [{ startDate: '', endDate: '' }, {}],
    [{ startDate: '2026-01-05', endDate: '2026-01-02' }, { startDate: '2026-01-05' }],
    [{ startDate: '2026-02-30' }, {}],
    [{ startDate: '02/01/2026' }, {}],
    [{ startDate: '2999-01-01' }, {}],
  ])('FILTER-08 FILTER-09 sends the valid part of the days %o: %o', (chosen, sent) => {
    expect(Object.fromEntries(days.sends(chosen))).toEqual(sent)
    expect(days.read(chosen)).toEqual(sent)
  })

  it('FILTER-08 uses today’s date in Lagos', () => {
    vi.useFakeTimers({ now: new Date('2026-03-05T23:30:00Z') })
    expect(days.read({ startDate: '2026-03-06' })).toEqual({ startDate: '2026-03-06' })
    expect(days.read({ startDate: '2026-03-07' })).toEqual({})
  })

  it('matches rows by their day in Lagos, including the end day', () => {
    const row = { createdAt: '2026-01-05T23:30:00Z' }
    expect(days.matches(row, { startDate: '2026-01-06', endDate: '2026-01-06' })).toBe(true)
    expect(days.matches(row, { startDate: '2026-01-02', endDate: '2026-01-05' })).toBe(false)
    expect(days.matches({}, { startDate: '2026-01-02' })).toBe(false)
    expect(days.matches({}, {})).toBe(true)
  })
})

it('FILTER-10 sends a choice exactly as written', () => {
  const frequency = choice('frequency', 'Frequency', [{ value: 'Yearly', label: 'Every year' }])
  expect(frequency.sends({ frequency: 'Yearly' })).toEqual([['frequency', 'Yearly']])
  expect(frequency.sends({ frequency: 'yearly' })).toEqual([])
})

it('trims the text that it sends', () => {
  expect(textFilter('name', 'Name').sends({ name: ' Ada ' })).toEqual([['name', 'Ada']])
  expect(textFilter('name', 'Name').sends({ name: '  ' })).toEqual([])
})

it('keeps a field that the call does not support, without sending it', () => {
  const category = notSent(choice('category', 'Category', [{ value: 'UPGRADE', label: 'Upgrade' }]))
  expect(category.read({ category: 'UPGRADE' })).toEqual({ category: 'UPGRADE' })
  expect(category.sends({ category: 'UPGRADE' })).toEqual([])
})

describe('dialogs by kind of list', () => {
  it('FILTER-05 uses a known list’s own filter dialog, and the default for an unknown list', () => {
    expect(filterFor('letters').map((field) => field.label)).toEqual(['State', 'Sender', 'Date'])
    expect(filterFor('nonsense').map((field) => field.label)).toEqual(['Date'])
  })

  it('FILTER-05 uses the default dialog when a list declares no filters', () => {
    const plain = defineList(letters, 'letters', { name: 'plain', title: 'Plain', columns: [] })
    expect(plain.filters.map((field) => field.label)).toEqual(['Date'])
  })

  it('FILTER-48 uses a list’s own export dialog, or the default', () => {
    expect(exportFor('letters').map((field) => field.label)).toEqual(['State', 'Date'])
    expect(exportFor('nonsense').map((field) => field.label)).toEqual(['Date'])
  })
})

describe('types', () => {
  it('has the named keys in the filter value', () => {
    expectTypeOf<FilterKey>().toEqualTypeOf<
      | 'status'
      | 'category'
      | 'type'
      | 'merchant'
      | 'merchantId'
      | 'name'
      | 'frequency'
      | 'date'
      | 'startDate'
      | 'endDate'
      | 'subaccountId'
      | 'wallet'
      | 'paymentMethod'
    >()
    expectTypeOf<FilterValues['startDate']>().toEqualTypeOf<string | undefined>()
  })

  it('fails to compile when the call does not support a filter', () => {
    const declared = defineList(letters, 'letters', {
      ...letterList,
      exports: [],
      // @ts-expect-error: letters have no colour to ask for
      filters: [choice('colour', 'Colour', [])],
    })
    expectTypeOf(declared).toBeObject()
  })
})
