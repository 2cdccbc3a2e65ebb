import type { TransactionDetail } from '@kobo/contract/transaction-records'
import { code, text } from '../columns/columns.tsx'
import { reference, sessionId } from '../columns/copyable-code.tsx'
import type { Column } from '../list/define-list.ts'

type Transfer = Pick<
  TransactionDetail,
  | `${'originator' | 'beneficiary'}${'AccountName' | 'AccountNumber' | 'BankName'}`
  | 'narration'
  | 'reference'
  | 'sessionId'
>

/** Panel fields of a transfer between two accounts. */
export const transferFields: readonly Column<Transfer>[] = [
  text('From', (row) => row.originatorAccountName),
  code('From account', (row) => row.originatorAccountNumber),
  text('From bank', (row) => row.originatorBankName),
  text('To', (row) => row.beneficiaryAccountName),
  code('To account', (row) => row.beneficiaryAccountNumber),
  text('To bank', (row) => row.beneficiaryBankName),
  text('Narration', (row) => row.narration),
  reference((row) => row.reference),
  sessionId((row) => row.sessionId),
]
