import { Select } from '../ui/select.tsx'
import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import classes from './picker.module.css'

export interface Chosen {
  id: string
  name: string
}

/** How many it offers at once; typing finds the others. */
const offered = 50
const searchDelayMs = 500

/** What a picker asks for: nothing before it is opened, then what was typed (`wanted`), once the typing rests (`search`). */
export function usePicker(chosen: Chosen | null) {
  const [opened, setOpened] = useState(false)
  const [typed, setTyped] = useState(chosen?.name ?? '')
  const wanted = typed === chosen?.name ? '' : typed.trim()
  const [search] = useDebouncedValue(wanted, searchDelayMs)
  return { opened, wanted, search, typed, setTyped: (text: string) => setTyped(text), open: () => setOpened(true) }
}

/** What is offered: a record, with what tells it from others of its name. */
export interface Offer extends Chosen {
  detail?: string
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
  found: readonly Offer[] | undefined
  hasFailed: boolean
  label: string
  placeholder: string
  nothingFound: string
}

/** Chooses one record of many, which whoever asks for them searches. */
export function Picker(props: PickerProps) {
  const { picker, chosen, onChoose, found, hasFailed, nothingFound, ...rest } = props
  // The list draws no more than it offers, however many there are.
  const rows = found?.slice(0, offered) ?? []
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
      // What was found is what was searched for.
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
