import { useRouter } from '@tanstack/react-router'
import classes from './row-action.module.css'

/** Opens a payout's summary beside the list, where the row leads to its page. */
export function SummaryButton({ transactionId }: { transactionId: string }) {
  const router = useRouter()
  function open() {
    const { pathname, searchStr, state } = router.latestLocation
    const query = new URLSearchParams(searchStr)
    query.set('transactionId', transactionId)
    router.history.push(`${pathname}?${query}`, { listFilters: state.listFilters ?? {}, openedHere: true })
  }
  return (
    <button type="button" className={classes.action} onClick={open}>
      Summary
    </button>
  )
}
