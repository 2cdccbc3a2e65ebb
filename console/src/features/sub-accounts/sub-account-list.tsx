import { type SubAccount, subAccounts } from '@kobo/contract/sub-accounts'
import { naira, status, text } from '../../columns/columns.tsx'
import { accountNumber } from '../../columns/copyable-code.tsx'
import { frozenMark } from '../../columns/frozen.tsx'
import { defineList } from '../../list/define-list.ts'
import { textFilter } from '../../list/filter-fields.tsx'
import { formatNaira } from '../../money/naira.tsx'
import { splitValue } from '../../money/split-value.ts'
import { paths } from '../../paths.ts'
import { activity } from '../../status/statuses.ts'
import { sentenceCase } from '../../ui/format-text.ts'

/** Sub-accounts that receive a share of a merchant's collections. */
export const subAccountList = defineList(subAccounts.list, 'subaccounts', {
  name: 'sub-accounts',
  columns: [
    frozenMark(text('Name', (row: SubAccount) => row.name, 220)),
    accountNumber((row) => row.accountNumber),
    text('Bank', (row) => row.bankName, 180),
    text('Split type', (row) => sentenceCase(row.splitType), 110),
    { title: 'Split value', text: splitValue, align: 'right', width: 120 },
    naira('Balance', (row) => row.balance, 150),
    status(activity, 110),
  ],
  cards: [
    { label: 'Total Balance', value: (reply) => formatNaira(reply.totalBalance) },
    { label: 'Total Sub Accounts', value: (reply) => reply.totalRecords },
  ],
  search: { key: 'name', label: 'Search by name or account number' },
  filters: [textFilter('name', 'Name')],
  exports: [textFilter('name', 'Name')],
  open: ({ id, merchant }) => (merchant?.id ? paths.subAccountSettlements(merchant.id, id) : undefined),
})
