import { paths } from '../paths.ts'
import { AccentLink } from '../ui/accent-link.tsx'

/** The way to a transaction's own page, where there is one. */
export function TransactionLink({ transactionId }: { transactionId: string | null | undefined }) {
  if (!transactionId) return null
  return (
    <AccentLink strong to={paths.transaction(transactionId)}>
      Open transaction page
    </AccentLink>
  )
}
