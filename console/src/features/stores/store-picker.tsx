import { stores } from '@kobo/contract/stores'
import { useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { type Chosen, Picker, usePicker } from '../../forms/picker.tsx'

interface StorePickerProps {
  chosen: Chosen | null
  onChoose: (store: Chosen | null) => void
}

/** As many as anybody looks through before typing on. */
const offered = 100

/** Finds a store by its name. */
export function StorePicker({ chosen, onChoose }: StorePickerProps) {
  const picker = usePicker(chosen)
  const [name, setName] = useState('')
  const setTyped = (text: string) => {
    picker.setTyped(text)
    setName(text === chosen?.name ? '' : text.trim())
  }
  const request = picker.opened ? { page: 1, size: offered, ...(name && { name }) } : null
  const { data, isError } = useCall(stores.list, request, { keepPrevious: true })
  return (
    <Picker
      label="Store"
      placeholder="Any store, by its name"
      nothingFound="No List Record Found"
      found={data?.stores.map(({ id, name: called }) => ({ id, name: called }))}
      hasFailed={isError}
      picker={{ ...picker, setTyped }}
      {...{ chosen, onChoose }}
    />
  )
}
