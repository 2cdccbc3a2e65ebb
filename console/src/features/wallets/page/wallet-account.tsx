import { AccountFigures } from '../../../money/account-figures.tsx'
import { useRecord } from '../../../record/define-record.ts'
import { walletRecord } from '../wallet-record.ts'

/** The wallet's account number and balances. */
export function WalletAccount() {
  const { record: wallet } = useRecord(walletRecord)
  return (
    <AccountFigures
      loading={wallet === undefined}
      accountNumber={wallet?.accountNumber}
      available={wallet?.availableBalance}
      booked={wallet?.bookedBalance}
    />
  )
}
