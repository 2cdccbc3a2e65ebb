import type { TransactionDetail } from '@kobo/contract/transaction-records'
import { paths } from '../paths.ts'
import { AccentLink } from '../ui/accent-link.tsx'
import { emptyValue, orEmpty } from '../ui/format-text.ts'

/** Link from a child account's payment to its linked charge, and from the charge to its payment. */
export function LinkedCharge({ transaction }: { transaction: TransactionDetail }) {
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

/** Shop of a store, linked to its page. */
export function ShopLink({ shop }: Pick<TransactionDetail, 'shop'>) {
  return shop ? <AccentLink to={paths.shop(shop.id)}>{shop.name ?? shop.id}</AccentLink> : emptyValue
}

/** Terminal of a transaction, linked to all transactions on it. */
export function TerminalLink({ terminal }: Pick<TransactionDetail, 'terminal'>) {
  if (!terminal) return emptyValue
  const { id, serialNumber } = terminal
  const to = paths.stores({ terminal: id, terminalName: serialNumber ?? undefined })
  return <AccentLink to={to}>{orEmpty(serialNumber)}</AccentLink>
}
