import type { TransactionDetail } from '@kobo/contract/transaction-records'
import { paths } from '../paths.ts'
import { AccentLink } from '../ui/accent-link.tsx'
import { emptyValue, orEmpty } from '../ui/format-text.ts'

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
