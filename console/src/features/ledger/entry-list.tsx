import type { Data } from '@kobo/contract/kit/call'
import { type LedgerTransfer, ledger } from '@kobo/contract/ledger'
import { code, created, naira, status, text } from '../../columns/columns.tsx'
import { merchantLink } from '../../columns/record-link.tsx'
import { reference } from '../../columns/copyable-code.tsx'
import { defineList } from '../../list/define-list.ts'
import { choice, dayRange } from '../../list/filter-fields.tsx'
import { formatNaira } from '../../money/naira.tsx'
import { paths } from '../../paths.ts'
import { panel } from '../../record/panel.tsx'
import { merchantTransaction } from '../../status/statuses.ts'
import { TransactionLink } from '../../transaction/transaction-link.tsx'
import { AccentLink } from '../../ui/accent-link.tsx'
import { sentenceCase } from '../../ui/format-text.ts'
import classes from './entry-list.module.css'

type Entry = Data<typeof ledger.entries>['entries'][number]

/** Entries of an account. A row opens the whole transfer, with a link to its transaction. */
export const entryList = defineList(ledger.entries, 'entries', {
  name: 'ledger-entries',
  title: 'Entries',
  columns: [
    created('Date'),
    text('Transfer type', (row) => sentenceCase(row.kind), 130),
    code('Reference', (row) => row.reference, 210),
    text('Category', (row) => sentenceCase(row.category), 150),
    naira('Credit', (row) => (row.direction === 'CREDIT' ? row.amount : null)),
    { ...naira<Entry>('Debit', (row) => (row.direction === 'DEBIT' ? row.amount : null)), stays: true },
    naira('Balance', (row) => row.balance, 150),
  ],
  filters: [dayRange()],
  exports: [
    choice('direction', 'Direction', [
      { value: 'CREDIT', label: 'Credit' },
      { value: 'DEBIT', label: 'Debit' },
    ]),
    dayRange(),
  ],
  urlNames: { startDate: 'startDate', endDate: 'endDate' },
  panel: panel(ledger.transfer, 'transfer', {
    key: 'entryId',
    name: 'ledger transaction',
    title: 'Transaction Summary',
    // An entry id is the transfer id and the entry's position, joined by a dot.
    request: (entryId) => ({ transferId: entryId.split('.')[0] ?? '' }),
    withoutEmpty: true,
    fields: [
      created('Date'),
      text('Transfer type', (transfer) => sentenceCase(transfer.kind)),
      reference((transfer) => transfer.reference),
      text('Category', (transfer) => sentenceCase(transfer.category)),
      status(merchantTransaction, { of: (transfer) => transfer.status }),
      merchantLink,
      { title: 'Entries', cell: (transfer) => <Lines of={transfer.lines} /> },
    ],
    footer: ({ transactionId }) => transactionId && <TransactionLink transactionId={transactionId} />,
  }),
})

/** Entries of the transfer; they sum to zero. */
function Lines({ of: lines }: { of: LedgerTransfer['lines'] }) {
  return (
    <ul className={classes.lines}>
      {lines.map(({ accountId, name, direction, amount }, place) => (
        <li key={place} className={classes.line}>
          <AccentLink to={paths.ledgerAccount(accountId)}>{name ?? accountId}</AccentLink>
          <span>
            {sentenceCase(direction)} {formatNaira(amount)}
          </span>
        </li>
      ))}
    </ul>
  )
}
