import type { ChildAccount } from '@kobo/contract/child-accounts'
import { activities } from '@kobo/contract/kit/choice'
import { created, naira, status, text } from '../../columns/columns.tsx'
import { frozenMark } from '../../columns/frozen.tsx'
import { statusFilter } from '../../columns/status-filter.ts'
import { accountNumber } from '../../columns/copyable-code.tsx'
import type { Card, Column } from '../../list/define-list.ts'
import { dayRange } from '../../list/filter-fields.tsx'
import { formatNaira } from '../../money/naira.tsx'
import { activity } from '../../status/statuses.ts'

/** Columns shared by the child-account lists of merchants and customers. */
export const accountColumns: readonly Column<ChildAccount>[] = [
  created(),
  frozenMark(text('Account name', (row: ChildAccount) => row.accountName, 240)),
  accountNumber((row) => row.accountNumber),
  text('Bank', (row) => row.bankName, 130),
  naira('Balance', (row) => row.balance, 150),
  status(activity, 110),
]

interface Totals {
  totalBalance?: number | null | undefined
  totalChildAccounts?: number | null | undefined
}

/** Totals of all matching accounts. */
export const accountCards: readonly Card<Totals>[] = [
  { label: 'Total Balance', value: (reply) => formatNaira(reply.totalBalance) },
  { label: 'Total Child Accounts', value: (reply) => reply.totalChildAccounts },
]

const statuses = statusFilter(activity, activities)
export const accountSearch = { key: 'name', label: 'Search by account name or number' } as const
export const accountFilters = [statuses]
export const accountExports = [statuses, dayRange()]
