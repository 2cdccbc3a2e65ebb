import type { TransactionDetail } from '@kobo/contract/transaction-records'
import { paths } from '../paths.ts'
import { AccentLink } from '../ui/accent-link.tsx'
import { emptyValue } from '../ui/empty-value.ts'

/** The way from a child account's payment to the charge that stands beside it, and from the charge to its payment. */
export function ChargedBeside({ transaction }: { transaction: TransactionDetail }) {
  const { chargeTransactionId, chargedTransactionId } = transaction
  if (chargeTransactionId) return <AccentLink to={paths.transaction(chargeTransactionId)}>Its charge</AccentLink>
  if (chargedTransactionId) return <AccentLink to={paths.transaction(chargedTransactionId)}>Its payment</AccentLink>
  return emptyValue
}

/** The child account that a transaction is of, leading to all that moved on it. */
export function OfChildAccount({ transaction: { childAccount, merchantId } }: { transaction: TransactionDetail }) {
  if (!childAccount) return emptyValue
  const { id: accountId, accountName, walletId } = childAccount
  const name = accountName ?? accountId
  if (walletId) return <AccentLink to={paths.customerChildren(walletId, { accountId })}>{name}</AccentLink>
  if (merchantId) return <AccentLink to={paths.merchantChildren(merchantId, { accountId })}>{name}</AccentLink>
  return name
}
