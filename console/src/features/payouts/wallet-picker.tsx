import { type WalletRow, wallets } from '@kobo/contract/wallets'
import { useApiQuery } from '../../api/use-api-query.ts'
import { everything } from '@kobo/contract/kit/page'
import { type Chosen, Picker, usePicker } from '../../forms/picker.tsx'

interface WalletPickerProps {
  /** Restricts the options to this merchant's wallets. */
  merchantId: string | undefined
  chosen: Chosen | null
  onChoose: (wallet: Chosen | null) => void
}

/** Picks a wallet by its account number. */
export function WalletPicker({ merchantId, chosen, onChoose }: WalletPickerProps) {
  const picker = usePicker(chosen)
  const { opened, search } = picker
  const narrowed = { ...(merchantId && { merchantId }), ...(search && { accountNumber: search }) }
  const request = opened ? { page: 1, size: everything, ...narrowed } : null
  const { data, isError } = useApiQuery(wallets.list, request, { keepPrevious: true })
  return (
    <Picker
      label="Wallet"
      placeholder="Search by account number"
      nothingFound="No List Record Found"
      found={data?.wallets.map((row) => ({ id: row.id, name: walletName(row) }))}
      hasFailed={isError}
      {...{ picker, chosen, onChoose }}
    />
  )
}

function walletName({ accountName, accountNumber }: WalletRow): string {
  return accountNumber ? `${accountNumber} ${accountName}` : accountName
}
