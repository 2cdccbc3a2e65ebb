import type { Settlement } from '@kobo/contract/settlements'
import { createContext } from 'react'
import { useListContext } from '../../list/list-context.ts'
import { paths } from '../../paths.ts'
import type { Found, RecordKind } from '../../record/define-record.ts'
import { settlementTransactionList } from './settlement-transaction-list.tsx'

interface Told {
  /** A server may omit the settlement from its transactions. */
  settlement: Settlement | undefined
}

/** Settlement of the surrounding transaction list. */
export const settlementRecord: RecordKind<Told> = {
  name: 'settlement',
  back: { text: 'Back to settlements', to: paths.settlements() },
  useFound: useSettlement,
  Context: createContext<Found<Told> | null>(null),
}

function useSettlement(): Found<Told> {
  const { query } = useListContext(settlementTransactionList)
  return {
    // The list itself reports that its rows failed to load.
    state: query.error?.status === 404 ? 'missing' : query.isLoading ? 'loading' : 'ready',
    record: { settlement: query.data?.settlement ?? undefined },
    known: undefined,
    readAt: query.dataUpdatedAt,
    // The list itself shows the age of its data.
    stale: null,
    pollMs: undefined,
    again: () => void query.refetch(),
  }
}
