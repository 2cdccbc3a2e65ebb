import { AccountFigures } from '../../../../money/account-figures.tsx'
import { Naira } from '../../../../money/naira.tsx'
import { useRecord } from '../../../../record/define-record.ts'
import { merchantRecord } from '../../merchant-record.ts'

/** The merchant's own account and balances; an inactive merchant has none. */
export function MerchantAccount() {
  const { record: merchant, known } = useRecord(merchantRecord)
  if ((merchant ?? known)?.status === 'INACTIVE') return null
  const wallet = merchant?.wallet
  const onHold = wallet ? Math.round((wallet.bookedBalance - wallet.availableBalance) * 100) / 100 : 0
  return (
    <AccountFigures
      loading={merchant === undefined}
      accountNumber={wallet?.accountNumber}
      accountNote={wallet && [wallet.accountName, wallet.bankName].filter(Boolean).join(', ')}
      available={wallet?.availableBalance}
      booked={wallet?.bookedBalance}
      bookedNote={
        onHold > 0 && (
          <>
            <Naira amount={onHold} /> on hold
          </>
        )
      }
    />
  )
}
