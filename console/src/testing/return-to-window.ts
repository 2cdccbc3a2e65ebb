import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** Returns to the window a minute later, which refetches what the screen shows. */
export function returnToWindow(): void {
  vi.setSystemTime(Date.now() + 60_000)
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
}
