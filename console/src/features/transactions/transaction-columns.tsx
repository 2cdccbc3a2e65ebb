import type { TransactionRow } from '@kobo/contract/transaction-records'
import { accountColumnsOf } from '../../columns/account.tsx'
import { naira, status, text } from '../../columns/columns.tsx'
import type { Column } from '../../list/define-list.ts'
import { asWritten, choice } from '../../list/filter-fields.tsx'
import { customPanel } from '../../record/panel.tsx'
import { merchantTransaction } from '../../status/statuses.ts'
import { sentenceCase } from '../../ui/format-text.ts'

/** Counterparty account in three columns. */
export const otherSideColumns = accountColumnsOf(counterparty, { name: 210, number: 140, bank: 160 })

/** Trailing columns shared by the transaction lists. */
export const amountColumns: readonly Column<TransactionRow>[] = [
  naira('Amount', (row) => row.amount, 150),
  text('Type', (row) => sentenceCase(row.type), 90),
  status(merchantTransaction, 120),
]

/** Filters of the export dialog, with lower-case options whatever the case in the rows. */
export const transactionExports = [
  choice('status', 'Status', asWritten('success', 'pending', 'failed')),
  choice('type', 'Type', asWritten('credit', 'debit')),
]

/** Transaction summary in a dialog over the page. */
export const transactionPanel = customPanel(
  'transactionId',
  () => import('../../transaction/transaction-dialog.tsx'),
  'TransactionDialog',
)

/** Returns the counterparty account: the originator of a credit, the beneficiary of a debit. */
export function counterparty(
  row: TransactionRow,
): Record<'accountName' | 'accountNumber' | 'bankName', string | null | undefined> {
  return row.type?.toUpperCase() === 'CREDIT'
    ? {
        accountName: row.originatorAccountName,
        accountNumber: row.originatorAccountNumber,
        bankName: row.originatorBankName,
      }
    : {
        accountName: row.beneficiaryAccountName,
        accountNumber: row.beneficiaryAccountNumber,
        bankName: row.beneficiaryBankName,
      }
}
