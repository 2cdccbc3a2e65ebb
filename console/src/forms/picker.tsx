import { Select } from '../ui/select.tsx'
import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import classes from './picker.module.css'

export interface Chosen {
  id: string
  name: string
}

/** Maximum number of options shown; others are found by typing. */
const maxOptions = 50
const searchDelayMs = 500

/** Manages a picker's query: none until it opens, then the typed text (`wanted`), debounced as `search`. */
export function usePicker(chosen: Chosen | null) {
  const [opened, setOpened] = useState(false)
  const [typed, setTyped] = useState(chosen?.name ?? '')
  const wanted = typed === chosen?.name ? '' : typed.trim()
  const [search] = useDebouncedValue(wanted, searchDelayMs)
  return { opened, wanted, search, typed, setTyped: (text: string) => setTyped(text), open: () => setOpened(true) }
}

/** Option of a picker, with a detail that distinguishes equal names. */
export interface Offer extends Chosen {
  detail?: string
}

/** Props that bind a picker to its value. */
export interface PickerBinding {
  chosen: Chosen | null
  onChoose: (record: Chosen | null) => void
  error?: ReactNode
  onBlur?: () => void
}

interface PickerProps extends PickerBinding {
  picker: ReturnType<typeof usePicker>
  /** Search results; undefined during the first request. */
  found: readonly Offer[] | undefined
  hasFailed: boolean
  label: string
  placeholder: string
  nothingFound: string
}

/** Selects one record of many. The caller searches them. */
export function Picker(props: PickerProps) {
  const { picker, chosen, onChoose, found, hasFailed, nothingFound, ...rest } = props
  // Renders only the options that are shown, however many were found.
  const rows = found?.slice(0, maxOptions) ?? []
  const details = new Map(rows.map(({ id, detail }) => [id, detail]))
  const offers = chosen === null || rows.some(({ id }) => id === chosen.id) ? rows : [chosen, ...rows]
  const unfinished = hasFailed ? 'Error Fetching List' : 'Loading...'
  return (
    <Select
      {...rest}
      data={offers.map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen?.id ?? null}
      onChange={(_, option) => onChoose(option && { id: option.value, name: option.label })}
      renderOption={({ option }) => <Option name={option.label} detail={details.get(option.value)} />}
      searchable
      openOnFocus={false}
      searchValue={picker.typed}
      onSearchChange={picker.setTyped}
      // The caller has already filtered the options.
      filter={({ options }) => options}
      onDropdownOpen={picker.open}
      nothingFoundMessage={found === undefined || hasFailed ? unfinished : nothingFound}
      maxDropdownHeight={240}
      clearable
    />
  )
}

function Option({ name, detail }: { name: string; detail: string | undefined }) {
  if (!detail) return name
  return (
    <span>
      {name} <span className={classes.detail}>{detail}</span>
    </span>
  )
}
