import type { Wallet } from '@kobo/contract/wallets'
import { AccountFigures } from '../../../money/account-figures.tsx'

/** The wallet's account number and what is in it. */
export function WalletAccount({ wallet }: { wallet: Wallet | undefined }) {
  return (
    <AccountFigures
      loading={wallet === undefined}
      accountNumber={wallet?.accountNumber}
      available={wallet?.availableBalance}
      booked={wallet?.bookedBalance}
      bookedLabel="Book balance"
    />
  )
}
