import type { ChildAccount } from '@kobo/contract/child-accounts'
import { createContext } from 'react'
import { useListContext } from '../../list/list-context.ts'
import { paths } from '../../paths.ts'
import type { Found, RecordKind } from '../../record/define-record.ts'
import type { Freezable } from '../../record/freeze/freezable.ts'
import { childTransactionList } from './child-transaction-list.tsx'

interface Told {
  /** A server may omit the account from its transactions. */
  account: ChildAccount | undefined
}

/** Child account of the surrounding transaction list. */
export const childRecord: RecordKind<Told> = {
  name: 'child account',
  back: { text: 'Back to child accounts', to: paths.childAccount() },
  useFound: useChild,
  Context: createContext<Found<Told> | null>(null),
}

function useChild(): Found<Told> {
  const { query } = useListContext(childTransactionList)
  const account = query.data?.account
  return {
    // The list itself reports that its rows failed to load.
    state: account === null ? 'missing' : query.isLoading ? 'loading' : 'ready',
    record: { account: account ?? undefined },
    known: undefined,
    readAt: query.dataUpdatedAt,
    // The list itself shows the age of its data.
    stale: null,
    pollMs: undefined,
    again: () => void query.refetch(),
  }
}

/** Returns a child account as a record that can be frozen. Calls name it by its merchant, which a server may omit. */
export function freezableChild({ id, accountName, merchant, isFrozen }: ChildAccount): Freezable | undefined {
  if (!merchant?.id) return undefined
  return { kind: 'CHILD', merchantId: merchant.id, accountId: id, name: accountName, isFrozen }
}
