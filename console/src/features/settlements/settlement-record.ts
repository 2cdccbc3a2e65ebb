import type { Settlement } from '@kobo/contract/settlements'
import { createContext } from 'react'
import { useListShown } from '../../list/list-context.ts'
import { paths } from '../../paths.ts'
import type { Found, RecordKind } from '../../record/define-record.ts'
import { settlementTransactionList } from './settlement-transaction-list.tsx'

interface Told {
  /** A server need not tell of the settlement beside its transactions. */
  settlement: Settlement | undefined
}

/** The settlement whose transactions the list around shows. */
export const settlementRecord: RecordKind<Told> = {
  name: 'settlement',
  back: { text: 'Back to settlements', to: paths.settlements() },
  useFound: useSettlement,
  Context: createContext<Found<Told> | null>(null),
}

function useSettlement(): Found<Told> {
  const { query } = useListShown(settlementTransactionList)
  return {
    // The list says itself that its rows failed.
    state: query.error?.status === 404 ? 'missing' : query.isLoading ? 'loading' : 'ready',
    record: { settlement: query.data?.settlement ?? undefined },
    known: undefined,
    readAt: query.dataUpdatedAt,
    // Its list says since when it is.
    stale: null,
    pollMs: undefined,
    again: () => void query.refetch(),
  }
}
