import { contract } from '@kobo/contract'
import type { WalletRow } from '@kobo/contract/wallets'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useCall } from '../../api/use-call.ts'

interface Chosen {
  id: string
  name: string
}

interface WalletPickerProps {
  /** Offers the wallets of this merchant alone. */
  merchantId: string | undefined
  chosen: Chosen | null
  onChoose: (wallet: Chosen | null) => void
}

/** How many wallets are offered at once; typing finds the others. */
const offered = 50
const searchDelayMs = 300

/** Finds a wallet by its account number; nothing is asked before it is opened. */
export function WalletPicker({ merchantId, chosen, onChoose }: WalletPickerProps) {
  const [opened, setOpened] = useState(false)
  const [typed, setTyped] = useState(chosen?.name ?? '')
  const [accountNumber] = useDebouncedValue(typed === chosen?.name ? '' : typed.trim(), searchDelayMs)
  const narrowed = { ...(merchantId && { merchantId }), ...(accountNumber && { accountNumber }) }
  const found = useCall(contract.wallets.list, opened ? { page: 1, size: offered, ...narrowed } : null, {
    keepPrevious: true,
  })

  const rows = (found.data?.wallets ?? []).map((row) => ({ value: row.id, label: walletName(row) }))
  const isMissing = chosen !== null && rows.every((row) => row.value !== chosen.id)
  return (
    <Select
      label="Wallet"
      placeholder="Any wallet, by its account number"
      data={isMissing ? [{ value: chosen.id, label: chosen.name }, ...rows] : rows}
      value={chosen?.id ?? null}
      onChange={(id, option) => onChoose(id === null || option === null ? null : { id, name: option.label })}
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

function walletName({ accountName, accountNumber }: WalletRow): string {
  return accountNumber ? `${accountNumber} ${accountName}` : accountName
}

function nothingFound({ isError, data }: { isError: boolean; data: unknown }): string {
  if (isError) return 'Error Fetching List'
  return data === undefined ? 'Loading...' : 'No List Record Found'
}
