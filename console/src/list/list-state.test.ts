import { describe, expect, it } from 'vitest'
import { inPageFilters, readState, writeState } from './list-state.ts'
import { letterList } from '../testing/specimen-list.tsx'
import { listRequest } from './use-list-query.ts'

const fallback = { page: 1, perPage: 100, search: '', filters: {} }

describe('reading an address', () => {
  it('LIST-12 takes page, perPage, search and filters from it', () => {
    expect(
      readState(letterList, '?page=3&perPage=50&itemOffset=100&search=%20KBO%20&filterStatus=Sent&from=Ada'),
    ).toEqual({
      page: 3,
      perPage: 50,
      search: 'KBO',
      filters: { state: 'Sent', sender: 'Ada' },
    })
  })

  it('LIST-11 CONST-01 begins with page 1 of 100 rows', () => {
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
  ])('%s falls back to what is usual', (query) => {
    expect(readState(letterList, query)).toEqual(fallback)
  })

  it('a bad value leaves the good ones alone', () => {
    expect(readState(letterList, '?page=x&perPage=20&filterStatus=nonsense&from=Ada')).toEqual({
      ...fallback,
      perPage: 20,
      filters: { sender: 'Ada' },
    })
  })

  it('FILTER-06 takes the filters that the address does not keep from the history entry, and only those', () => {
    const inPage = { startDate: '2026-01-02', state: 'Sent' }
    expect(readState(letterList, '?startDate=2025-01-01', inPage).filters).toEqual({ startDate: '2026-01-02' })
  })
})

describe('writing an address', () => {
  const state = {
    page: 3,
    perPage: 50,
    search: 'a&b',
    filters: { state: 'LOST', startDate: '2026-01-02' },
  } as const

  it('LIST-12 writes page, perPage and itemOffset, and keeps what is not the list’s', () => {
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

  it('FILTER-06 leaves in-page filters to the history entry', () => {
    expect(inPageFilters(letterList, state.filters)).toEqual({ startDate: '2026-01-02' })
  })

  it('reads what it wrote', () => {
    expect(readState(letterList, writeState(letterList, '', state), inPageFilters(letterList, state.filters))).toEqual(
      state,
    )
  })
})

describe('the request', () => {
  it('LIST-13 carries page and size; FILTER-10 sends values as they are written or as the call knows them', () => {
    const state = readState(letterList, '?page=2&perPage=20&search=KBO&filterStatus=LOST&from=Ada')
    expect(listRequest(letterList, state)).toEqual({
      page: 2,
      size: 20,
      reference: 'KBO',
      state: 'LOST',
      sender: 'Ada',
    })
  })

  it('LIST-18 FILTER-09 has nothing that is empty, and no end without a start', () => {
    expect(
      listRequest(letterList, { page: 1, perPage: 100, search: '', filters: { endDate: '2026-01-02', sender: '' } }),
    ).toEqual({ page: 1, size: 100 })
  })
})
