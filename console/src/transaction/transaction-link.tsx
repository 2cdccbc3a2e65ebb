import { Link } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import classes from './transaction-link.module.css'

/** The way to a transaction's own page, where there is one. */
export function TransactionLink({ transactionId }: { transactionId: string | null | undefined }) {
  if (!transactionId) return null
  return (
    <Link className={classes.link} to={paths.transaction(transactionId)}>
      Open transaction page
    </Link>
  )
}
