import { describe, expect, it } from 'vitest'
import { inPageFilters, readState, writeState } from './list-state.ts'
import { letterList } from '../testing/specimen-list.tsx'
import { listRequest } from './use-list-query.ts'

const fallback = { page: 1, perPage: 100, search: '', filters: {} }

describe('reading the search params', () => {
  it('LIST-12 reads page, perPage, search and filters', () => {
    expect(
      readState(letterList, '?page=3&perPage=50&itemOffset=100&search=%20KBO%20&filterStatus=Sent&from=Ada'),
    ).toEqual({
      page: 3,
      perPage: 50,
      search: 'KBO',
      filters: { state: 'Sent', sender: 'Ada' },
    })
  })

  it('LIST-11 CONST-01 starts with page 1 of 100 rows', () => {
    expect(readState(letterList, '')).toEqual(fallback)
  })

  it.each([
    '?page=0',
    '?page=-1',
    '?page=1e3',
    '?page=2.5',
    '?page=two',
    '?page=99999999999',
    '?perPage=77',
    '?perPage=1e2',
    '?filterStatus=SENT',
  ])('falls back to the defaults when the params are %s', (query) => {
    expect(readState(letterList, query)).toEqual(fallback)
  })

  it('keeps the valid params when another is invalid', () => {
    expect(readState(letterList, '?page=x&perPage=20&filterStatus=nonsense&from=Ada')).toEqual({
      ...fallback,
      perPage: 20,
      filters: { sender: 'Ada' },
    })
  })

  it('FILTER-06 reads from the history entry only the filters that the search params do not hold', () => {
    const inPage = { startDate: '2026-01-02', state: 'Sent' }
    expect(readState(letterList, '?startDate=2025-01-01', inPage).filters).toEqual({ startDate: '2026-01-02' })
  })
})

describe('writing the search params', () => {
  const state = {
    page: 3,
    perPage: 50,
    search: 'a&b',
    filters: { state: 'LOST', startDate: '2026-01-02' },
  } as const

  it('LIST-12 writes page, perPage and itemOffset, and keeps params of others', () => {
    const query = new URLSearchParams(writeState(letterList, '?status=letters&from=Ada', state))
    expect(Object.fromEntries(query)).toEqual({
      status: 'letters',
      page: '3',
      perPage: '50',
      itemOffset: '100',
      search: 'a&b',
      filterStatus: 'LOST',
    })
  })

  it('FILTER-06 writes in-page filters to the history entry', () => {
    expect(inPageFilters(letterList, state.filters)).toEqual({ startDate: '2026-01-02' })
  })

  it('reads what it wrote', () => {
    expect(readState(letterList, writeState(letterList, '', state), inPageFilters(letterList, state.filters))).toEqual(
      state,
    )
  })
})

describe('the request', () => {
  it('LIST-13 FILTER-10 sends page, size and filter values as written or as the call names them', () => {
    const state = readState(letterList, '?page=2&perPage=20&search=KBO&filterStatus=LOST&from=Ada')
    expect(listRequest(letterList, state)).toEqual({
      page: 2,
      size: 20,
      reference: 'KBO',
      state: 'LOST',
      sender: 'Ada',
    })
  })

  it('LIST-18 FILTER-09 omits empty values, and an end day without a start day', () => {
    expect(
      listRequest(letterList, { page: 1, perPage: 100, search: '', filters: { endDate: '2026-01-02', sender: '' } }),
    ).toEqual({ page: 1, size: 100 })
  })
})
