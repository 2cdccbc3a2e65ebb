import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { optionsOf } from '../testing/list-dialogs.ts'
import { Picker, usePicker } from './picker.tsx'

it('LIST-14 CONST-04 searches in a picker 500 ms after the last key', () => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const { result } = renderHook(() => usePicker(null))
  act(() => result.current.setTyped('adi'))
  act(() => {
    vi.advanceTimersByTime(499)
  })
  expect(result.current.search).toBe('')
  act(() => {
    vi.advanceTimersByTime(1)
  })
  expect(result.current.search).toBe('adi')
})

it('renders 50 of 20,000 options, with the selected one first', () => {
  const found = Array.from({ length: 20_000 }, (_, n) => ({ id: `m${n}`, name: `Merchant ${n}` }))
  const chosen = { id: 'm19999', name: 'Merchant 19999' }
  const texts = { label: 'Merchant', placeholder: 'Any merchant', nothingFound: 'Nothing' }
  function Subject() {
    return <Picker {...texts} {...{ chosen, found }} picker={usePicker(chosen)} onChoose={() => {}} hasFailed={false} />
  }
  render(
    <MantineProvider>
      <Subject />
    </MantineProvider>,
  )
  const input = screen.getByLabelText('Merchant', { selector: 'input' })
  fireEvent.click(input)
  const options = optionsOf(input).map((option) => option.textContent)
  expect(options).toHaveLength(51)
  expect(options[0]).toBe('Merchant 19999')
})
