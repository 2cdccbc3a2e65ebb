import { contract } from '@kobo/contract'
import type { PayoutLog } from '@kobo/contract/transaction-records'
import { useApiQuery } from '../../../api/use-api-query.ts'
import type { PanelProps } from '../../../list/define-list.ts'

/** Largest page of the call, above the number of entries of any transaction. */
const all = { page: 1, size: 1_000 }

type LogEntry =
  | { state: 'ready'; entry: PayoutLog }
  | { state: 'failed'; again: () => void }
  | { state: 'missing' }
  | { state: 'loading' }

/** Returns a log entry, from the list's rows or else from a request for all entries. */
export function useLogEntry({ id, row, loading, fixed }: PanelProps<PayoutLog>): LogEntry {
  const isElsewhere = !row && !loading
  const search = useApiQuery(contract.transactions.logs, isElsewhere ? { ...fixed, ...all } : null)
  const entry = row ?? search.data?.logs.find((other) => other.id === id)

  if (entry) return { state: 'ready', entry }
  if (isElsewhere && search.isError) return { state: 'failed', again: () => void search.refetch() }
  return isElsewhere && search.isSuccess ? { state: 'missing' } : { state: 'loading' }
}
