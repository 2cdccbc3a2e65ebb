import { contract } from '@kobo/contract'
import type { TransactionRow } from '@kobo/contract/transaction-records'
import type { Data } from '@kobo/contract/kit/call'
import { useQueryClient } from '@tanstack/react-query'
import { callKey } from '../../../api/use-call.ts'
import { useMode } from '../../../api/use-mode.ts'

const { merchantList, walletList } = contract.transactions

/** The transaction's row, if a list that was shown before still holds it. */
export function useKnownTransaction(transactionId: string): TransactionRow | undefined {
  const mode = useMode()
  const queries = useQueryClient()
  const pages = [merchantList, walletList].flatMap((call) =>
    queries.getQueriesData<Data<typeof merchantList>>({ queryKey: [callKey(call), mode] }),
  )
  return pages.flatMap(([, page]) => page?.transactions ?? []).find((row) => row.id === transactionId)
}
