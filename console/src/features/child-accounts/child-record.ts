import type { ChildAccount } from '@kobo/contract/child-accounts'
import { createContext } from 'react'
import { useListShown } from '../../list/list-context.ts'
import { paths } from '../../paths.ts'
import type { Found, RecordKind } from '../../record/define-record.ts'
import { childTransactionList } from './child-transaction-list.tsx'

interface Told {
  /** A server need not tell of the account beside its transactions. */
  account: ChildAccount | undefined
}

/** The child account whose transactions the list around shows. */
export const childRecord: RecordKind<Told> = {
  name: 'child account',
  back: { text: 'Back to child accounts', to: paths.childAccount() },
  useFound: useChild,
  Context: createContext<Found<Told> | null>(null),
}

function useChild(): Found<Told> {
  const { query } = useListShown(childTransactionList)
  const account = query.data?.account
  return {
    // The list says itself that its rows failed.
    state: account === null ? 'missing' : query.isLoading ? 'loading' : 'ready',
    record: { account: account ?? undefined },
    known: undefined,
    readAt: query.dataUpdatedAt,
    // Its list says since when it is.
    stale: null,
    pollMs: undefined,
    again: () => void query.refetch(),
  }
}
