import { type VirtualAccountInfo, usages, virtualAccounts } from '@kobo/contract/virtual-accounts'
import { code, created, moment, naira, status, text } from '../../columns/columns.tsx'
import { merchantLink } from '../../columns/record-link.tsx'
import { accountNumber, reference } from '../../columns/copyable-code.tsx'
import { defineList } from '../../list/define-list.ts'
import { choice, dayRange, textFilter } from '../../list/filter-fields.tsx'
import { paths } from '../../paths.ts'
import { replyPanel } from '../../record/panel.tsx'
import { statusOptions, virtualAccount } from '../../status/statuses.ts'
import { Payments } from '../../transaction/payments.tsx'
import { AccentLink } from '../../ui/accent-link.tsx'

/** Virtual accounts. A row opens a side panel with the account's payments. */
export const accountList = defineList(virtualAccounts.list, 'accounts', {
  name: 'virtual-accounts',
  title: 'Accounts',
  columns: [
    created(),
    text('Account name', (row) => row.accountName, 170),
    code('Account number', (row) => row.accountNumber),
    text('Bank name', (row) => row.bankName, 120),
    text('Merchant name', (row) => row.merchant?.businessName, 170),
    naira('Amount', (row) => row.amount, 125),
    code('Reference', (row) => row.metadata?.reference, 155),
    status(virtualAccount, 110),
  ],
  search: { key: 'accountNumber', label: 'Search by account number' },
  filters: [textFilter('name', 'Name'), choice('usage', 'Usage', statusOptions(virtualAccount, usages)), dayRange()],
  exports: [choice('status', 'Usage', statusOptions(virtualAccount, usages)), dayRange()],
  panel: replyPanel(virtualAccounts.info, {
    title: 'Virtual Account Details',
    history: 'virtual_account',
    fields: [
      ['Status', 'Date created', 'Account name', 'Bank name'],
      accountNumber((account) => account.accountNumber, 130),
      ['Amount'],
      reference((account) => account.metadata?.reference),
      merchantLink,
      { title: 'Pays into', cell: (account) => <Receiver account={account} /> },
      naira('Charges', (account) => account.charges),
      text('Accepts', (account) => (account.kind === 'VIRTUAL' ? 'One payment' : 'Any payment')),
      moment('Expires', (account) => account.expiresAt),
      moment('Closed', (account) => account.closedAt),
      { title: 'Payments', cell: (account) => <Payments of={account.payments} /> },
    ],
  }),
})

/** Account that is credited: the merchant's own or a customer's wallet. */
function Receiver({ account: { wallet, merchant } }: { account: Pick<VirtualAccountInfo, 'wallet' | 'merchant'> }) {
  if (!wallet) return `${merchant?.businessName ?? 'The merchant'}, own account`
  return <AccentLink to={paths.wallet(wallet.id)}>{wallet.accountName ?? wallet.id}</AccentLink>
}
