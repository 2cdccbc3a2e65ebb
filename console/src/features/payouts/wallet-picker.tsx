import { everything } from '@kobo/contract/kit/page'
import { type WalletRow, wallets } from '@kobo/contract/wallets'
import type { PickerBinding } from '../../forms/picker.tsx'
import { SearchPicker } from '../../forms/search-picker.tsx'

interface WalletPickerProps extends PickerBinding {
  /** Restricts the options to this merchant's wallets. */
  merchantId: string | undefined
}

/** Picks a wallet by its account number. */
export function WalletPicker({ merchantId, ...binding }: WalletPickerProps) {
  return (
    <SearchPicker
      label="Wallet"
      placeholder="Search by account number"
      call={wallets.list}
      request={(accountNumber) => ({
        page: 1,
        size: everything,
        ...(merchantId && { merchantId }),
        ...(accountNumber && { accountNumber }),
      })}
      found={(reply) => reply.wallets.map((row) => ({ id: row.id, name: walletName(row) }))}
      {...binding}
    />
  )
}

function walletName({ accountName, accountNumber }: WalletRow): string {
  return accountNumber ? `${accountNumber} ${accountName}` : accountName
}
