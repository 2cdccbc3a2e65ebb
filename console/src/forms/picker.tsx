import { Select } from '../ui/select.tsx'
import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'

export interface Chosen {
  id: string
  name: string
}

/** What a picker asks for: all that there are, whatever a server gives of them at once. */
export const everything = 1_000_000
/** How many it offers at once; typing finds the others. */
const offered = 50
const searchDelayMs = 300

/** What a picker asks for: nothing before it is opened, then what was typed (`wanted`), once the typing rests (`search`). */
export function usePicker(chosen: Chosen | null) {
  const [opened, setOpened] = useState(false)
  const [typed, setTyped] = useState(chosen?.name ?? '')
  const wanted = typed === chosen?.name ? '' : typed.trim()
  const [search] = useDebouncedValue(wanted, searchDelayMs)
  return { opened, wanted, search, typed, setTyped: (text: string) => setTyped(text), open: () => setOpened(true) }
}

/** What ties a picker to whatever keeps the choice. */
export interface PickerBinding {
  chosen: Chosen | null
  onChoose: (record: Chosen | null) => void
  error?: ReactNode
  onBlur?: () => void
}

interface PickerProps extends PickerBinding {
  picker: ReturnType<typeof usePicker>
  /** What was found; not there while the server is asked for the first time. */
  found: readonly Chosen[] | undefined
  hasFailed: boolean
  label: string
  placeholder: string
  nothingFound: string
}

/** Chooses one record of many, which whoever asks for them searches. */
export function Picker(props: PickerProps) {
  const { picker, chosen, onChoose, found, hasFailed, nothingFound, ...rest } = props
  const rows = found ?? []
  const offers = chosen === null || rows.some(({ id }) => id === chosen.id) ? rows : [chosen, ...rows]
  const unfinished = hasFailed ? 'Error Fetching List' : 'Loading...'
  return (
    <Select
      {...rest}
      data={offers.map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen?.id ?? null}
      onChange={(_, option) => onChoose(option && { id: option.value, name: option.label })}
      searchable
      openOnFocus={false}
      searchValue={picker.typed}
      onSearchChange={picker.setTyped}
      // What was found is what was searched for.
      filter={({ options }) => options.slice(0, offered)}
      onDropdownOpen={picker.open}
      nothingFoundMessage={found === undefined || hasFailed ? unfinished : nothingFound}
      maxDropdownHeight={240}
      clearable
    />
  )
}
