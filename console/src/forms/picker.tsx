import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'

export interface Chosen {
  id: string
  name: string
}

/** What a picker asks for: all that there are, whatever a server gives of them at once. */
export const everything = 1_000_000
/** How many it offers at once; typing finds the others. */
const offered = 50
const searchDelayMs = 300

/** What a picker asks for: nothing before it is opened, then what was typed. */
export function usePicker(chosen: Chosen | null) {
  const [opened, setOpened] = useState(false)
  const [typed, setTyped] = useState(chosen?.name ?? '')
  const [search] = useDebouncedValue(typed === chosen?.name ? '' : typed.trim(), searchDelayMs)
  return { opened, search, typed, setTyped, open: () => setOpened(true) }
}

interface PickerProps {
  picker: ReturnType<typeof usePicker>
  chosen: Chosen | null
  onChoose: (record: Chosen | null) => void
  /** What the server found; not there while it is asked for the first time. */
  found: readonly Chosen[] | undefined
  hasFailed: boolean
  label: string
  placeholder: string
  nothingFound: string
}

/** Chooses one record of many, which the server searches. */
export function Picker(props: PickerProps) {
  const { picker, chosen, onChoose, found, hasFailed, label, placeholder, nothingFound } = props
  const rows = found ?? []
  const offers = chosen === null || rows.some(({ id }) => id === chosen.id) ? rows : [chosen, ...rows]
  const unfinished = hasFailed ? 'Error Fetching List' : 'Loading...'
  return (
    <Select
      label={label}
      placeholder={placeholder}
      data={offers.map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen?.id ?? null}
      onChange={(_, option) => onChoose(option && { id: option.value, name: option.label })}
      searchable
      searchValue={picker.typed}
      onSearchChange={picker.setTyped}
      // The server has searched already.
      filter={({ options }) => options.slice(0, offered)}
      onDropdownOpen={picker.open}
      nothingFoundMessage={found === undefined || hasFailed ? unfinished : nothingFound}
      rightSection={<IconChevronDown size={16} stroke={1.5} aria-hidden />}
      comboboxProps={{ transitionProps: { duration: 0 } }}
      maxDropdownHeight={240}
      clearable
    />
  )
}
