import { expect, it } from 'vitest'
import { choices } from './choices-filter.tsx'

const filter = choices('status', 'Status', [
  { value: 'FAILED', label: 'Failed' },
  { value: 'pending', label: 'Pending', row: 'QUEUED' },
  { value: 'SUCCESS', label: 'Success' },
])

it('keeps the options that it knows, in their order, and sends them separated by commas', () => {
  expect(filter.read({ status: 'pending,unknown,FAILED' })).toEqual({ status: 'FAILED,pending' })
  expect(filter.read({ status: 'unknown' })).toEqual({})
  expect(filter.sends({ status: 'FAILED,pending' })).toEqual([['status', 'FAILED,pending']])
  expect(filter.sends({ status: '' })).toEqual([])
})

it('names all options of its chip', () => {
  expect(filter.describe({ status: 'FAILED,pending' })).toBe('Status: Failed, Pending')
})

it('matches rows of any chosen option, by the value that rows hold', () => {
  const rows = ['failed', 'QUEUED', 'SUCCESS'].filter((status) =>
    filter.matches({ status }, { status: 'FAILED,pending' }),
  )
  expect(rows).toEqual(['failed', 'QUEUED'])
  expect(filter.matches({ status: 'SUCCESS' }, {})).toBe(true)
})
