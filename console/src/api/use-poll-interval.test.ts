import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { usePollInterval } from './use-poll-interval.ts'

it('polls every 2 s for three minutes, then every 30 s, and once more after the end', () => {
  vi.useFakeTimers()
  const { result, rerender } = renderHook((changing: boolean) => usePollInterval(changing), { initialProps: true })
  expect(result.current).toBe(2_000)
  act(() => void vi.advanceTimersByTime(179_000))
  expect(result.current).toBe(2_000)
  act(() => void vi.advanceTimersByTime(1_000))
  expect(result.current).toBe(30_000)
  rerender(false)
  expect(result.current).toBe(2_000)
  act(() => void vi.advanceTimersByTime(2_500))
  expect(result.current).toBeUndefined()
  rerender(true)
  expect(result.current).toBe(2_000)
})
