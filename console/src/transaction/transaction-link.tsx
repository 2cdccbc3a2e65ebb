import { paths } from '../paths.ts'
import { AccentLink } from '../ui/accent-link.tsx'

/** Link to a transaction's page. */
export function TransactionLink({ transactionId }: { transactionId: string }) {
  return (
    <AccentLink strong to={paths.transaction(transactionId)}>
      Open transaction page
    </AccentLink>
  )
}
