import type { Column } from '../list/define-list.ts'
import { Code } from '../ui/code.tsx'
import { emptyValue, orEmpty } from '../ui/format-text.ts'
import classes from './account.module.css'
import { code, text } from './columns.tsx'

type Text = string | null | undefined

/** A bank account with its holder's name. */
interface Account {
  accountName?: Text
  accountNumber?: Text
  bankName?: Text
}

/** Three columns for the account fields of a row. */
export const accountColumns = accountColumnsOf((row: Account) => row)

/** Returns three columns for an account. */
export function accountColumnsOf<Row>(
  getValue: (row: Row) => Account,
  { name = 180, number = 130, bank = 140 } = {},
): [Column<Row, 'Account name'>, Column<Row, 'Account number'>, Column<Row, 'Bank name'>] {
  return [
    text('Account name', (row) => getValue(row).accountName, name),
    code('Account number', (row) => getValue(row).accountNumber, number),
    text('Bank name', (row) => getValue(row).bankName, bank),
  ]
}

/** Returns one column with an account's number and bank. */
export function accountDetails<Row>(getValue: (row: Row) => Account, width = 240): Column<Row> {
  return {
    title: 'Account details',
    cell: (row) => <AccountDetails number={getValue(row).accountNumber} bank={getValue(row).bankName} />,
    text: (row) => orEmpty([getValue(row).accountNumber, getValue(row).bankName].filter(Boolean).join(', ')),
    width,
  }
}

/** Account number and bank on one line. */
function AccountDetails({ number, bank }: Partial<Record<'number' | 'bank', string | null | undefined>>) {
  if (!number && !bank) return emptyValue
  return (
    <>
      {number && <Code value={number} />}
      {number && bank && ' '}
      {bank && <span className={classes.bank}>{bank}</span>}
    </>
  )
}
