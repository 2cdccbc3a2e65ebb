import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { type DayRange, DayRangeFields } from './date-input.tsx'

function renderRange(initial: DayRange = { start: null, end: null }) {
  const changes: DayRange[] = []
  function Range() {
    const [range, setRange] = useState(initial)
    const change = (next: DayRange) => {
      changes.push(next)
      setRange(next)
    }
    return <DayRangeFields {...range} max="2026-03-06" onChange={change} />
  }
  render(
    <MantineProvider>
      <Range />
    </MantineProvider>,
  )
  const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input' })
  return {
    user: userEvent.setup(),
    start: field('Start date'),
    end: field('End date'),
    last: () => changes.at(-1),
    changes,
  }
}

it('FILTER-09 CONST-13 reads 01/02/2024 as 1 February', async () => {
  const { user, start, last } = renderRange()
  await user.type(start, '01/02/2024')
  expect(last()).toEqual({ start: '2024-02-01', end: null })
  expect(start.value).toBe('01/02/2024')
})

it('FILTER-08 disables the end day without a start day', async () => {
  const { user, start, end } = renderRange()
  expect(end.disabled).toBe(true)
  await user.type(start, '01/02/2024')
  expect(end.disabled).toBe(false)
})

it('FILTER-08 clears the end when a start is selected', async () => {
  const { user, start, end, last } = renderRange({ start: '2026-01-02', end: '2026-01-05' })
  expect(end.value).toBe('05/01/2026')
  await user.clear(start)
  await user.type(start, '03/01/2026')
  expect(last()).toEqual({ start: '2026-01-03', end: null })
  expect(end.value).toBe('')
})

it('FILTER-08 allows both days to be cleared', async () => {
  const { user, start, last } = renderRange({ start: '2026-01-02', end: '2026-01-05' })
  await user.clear(start)
  expect(last()).toEqual({ start: null, end: null })
})

it('FILTER-08 rejects a future day', async () => {
  const { user, start, changes } = renderRange()
  await user.type(start, '07/03/2026')
  expect(changes).toEqual([])
  await user.clear(start)
  await user.type(start, '06/03/2026')
  expect(changes.at(-1)).toEqual({ start: '2026-03-06', end: null })
})

it('FILTER-08 rejects an end before the start', async () => {
  const { user, end, changes } = renderRange({ start: '2026-01-05', end: null })
  await user.type(end, '04/01/2026')
  expect(changes).toEqual([])
  await user.clear(end)
  await user.type(end, '05/01/2026')
  expect(changes.at(-1)).toEqual({ start: '2026-01-05', end: '2026-01-05' })
})

it('rejects an invalid day', async () => {
  const { user, start, changes } = renderRange()
  await user.type(start, '31/02/2024')
  expect(changes).toEqual([])
})

it('FIND-32 shows an invalid day’s error on blur, and keeps it until the day is corrected', async () => {
  const { user, start } = renderRange()
  await user.type(start, '1.2.2024')
  expect(screen.queryByText('Date must have the format dd/MM/yyyy')).toBeNull()
  await user.tab()
  expect(await screen.findByText('Date must have the format dd/MM/yyyy')).toBeTruthy()
  expect(start.value).toBe('1.2.2024')
  expect(start.getAttribute('aria-invalid')).toBe('true')
  await user.clear(start)
  await user.type(start, '01/02/2024')
  await user.tab()
  expect(screen.queryByText('Date must have the format dd/MM/yyyy')).toBeNull()
  expect([start.value, start.validity.customError]).toEqual(['01/02/2024', false])
})

it.each([
  ['31/02/2024', 'This date does not exist'],
  ['07/03/2026', 'Date must not be after 06/03/2026'],
])('FIND-32 shows the error of %s: %s', async (typed, message) => {
  const { user, start } = renderRange()
  await user.type(start, typed)
  await user.tab()
  expect(await screen.findByText(message)).toBeTruthy()
})

it('FIND-32 shows an error when the end is before the start', async () => {
  const { user, end } = renderRange({ start: '2026-01-05', end: null })
  await user.type(end, '04/01/2026')
  await user.tab()
  expect(await screen.findByText('Date must not be before 05/01/2026')).toBeTruthy()
})
