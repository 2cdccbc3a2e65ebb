import { contract } from '@kobo/contract'
import type { PayoutLog } from '@kobo/contract/transaction-records'
import { useCall } from '../../../api/use-call.ts'
import { useListQuery } from '../../../list/use-list-query.ts'
import { transactionLogList } from './transaction-log-list.tsx'

/** As many as a call gives at once; no transaction has more. */
const all = { page: 1, size: 1_000 }

type LogEntry =
  | { state: 'ready'; entry: PayoutLog }
  | { state: 'failed'; again: () => void }
  | { state: 'missing' }
  | { state: 'loading' }

/** An entry of a transaction's log: from the rows that stand there, or else looked for among all. */
export function useLogEntry(transactionId: string, logId: string): LogEntry {
  const { query: shown } = useListQuery(transactionLogList, { transactionId })
  const row = shown.data?.logs.find(({ id }) => id === logId)
  const isElsewhere = !row && !shown.isPending
  const search = useCall(contract.transactions.logs, isElsewhere ? { transactionId, ...all } : null)
  const entry = row ?? search.data?.logs.find(({ id }) => id === logId)

  if (entry) return { state: 'ready', entry }
  if (isElsewhere && search.isError) return { state: 'failed', again: () => void search.refetch() }
  return isElsewhere && search.isSuccess ? { state: 'missing' } : { state: 'loading' }
}
