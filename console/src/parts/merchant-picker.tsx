import { contract } from '@kobo/contract'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useCall } from '../api/use-call.ts'

interface Chosen {
  id: string
  name: string
}

interface MerchantPickerProps {
  chosen: Chosen | null
  onChoose: (merchant: Chosen | null) => void
}

/** How many merchants are offered at once; typing finds the others. */
const offered = 50
const searchDelayMs = 300

/** Finds a merchant by its name; nothing is asked before it is opened. */
export function MerchantPicker({ chosen, onChoose }: MerchantPickerProps) {
  const [opened, setOpened] = useState(false)
  const [typed, setTyped] = useState(chosen?.name ?? '')
  const [search] = useDebouncedValue(typed === chosen?.name ? '' : typed.trim(), searchDelayMs)
  const request = opened ? { page: 1, size: offered, ...(search && { search }) } : null
  const found = useCall(contract.merchants.list, request, { keepPrevious: true })

  const rows = (found.data?.merchants ?? []).map((row) => ({ value: row.id, label: row.businessName }))
  const isMissing = chosen !== null && rows.every((row) => row.value !== chosen.id)
  return (
    <Select
      label="Merchant"
      placeholder="Any merchant"
      data={isMissing ? [{ value: chosen.id, label: chosen.name }, ...rows] : rows}
      value={chosen?.id ?? null}
      onChange={(_, option) => onChoose(option && { id: option.value, name: option.label })}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has searched already.
      filter={({ options }) => options}
      onDropdownOpen={() => setOpened(true)}
      nothingFoundMessage={nothingFound(found)}
      rightSection={<IconChevronDown size={16} stroke={1.5} aria-hidden />}
      comboboxProps={{ transitionProps: { duration: 0 } }}
      maxDropdownHeight={240}
      clearable
    />
  )
}

function nothingFound({ isError, data }: { isError: boolean; data: unknown }): string {
  if (isError) return 'Error Fetching List'
  return data === undefined ? 'Loading...' : 'No Merchant List Record Found'
}
