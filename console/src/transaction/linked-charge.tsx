import type { TransactionDetail } from '@kobo/contract/transaction-records'
import { paths } from '../paths.ts'
import { AccentLink } from '../ui/accent-link.tsx'
import { emptyValue } from '../ui/format-text.ts'

/** Link from a child account's payment to its linked charge, and from the charge to its payment. */
export function ChargedBeside({ transaction }: { transaction: TransactionDetail }) {
  const { chargeTransactionId, chargedTransactionId } = transaction
  if (chargeTransactionId) return <AccentLink to={paths.transaction(chargeTransactionId)}>View charge</AccentLink>
  if (chargedTransactionId) return <AccentLink to={paths.transaction(chargedTransactionId)}>View payment</AccentLink>
  return emptyValue
}

/** Child account of a transaction, linked to its transactions. */
export function OfChildAccount({ transaction: { childAccount, merchantId } }: { transaction: TransactionDetail }) {
  if (!childAccount) return emptyValue
  const { id: accountId, accountName, walletId } = childAccount
  const name = accountName ?? accountId
  if (walletId) return <AccentLink to={paths.customerChildren(walletId, { accountId })}>{name}</AccentLink>
  if (merchantId) return <AccentLink to={paths.merchantChildren(merchantId, { accountId })}>{name}</AccentLink>
  return name
}
