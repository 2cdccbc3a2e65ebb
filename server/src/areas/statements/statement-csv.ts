import { lagosTime } from '@kobo/contract/kit/day'
import { stringify } from 'csv-stringify/sync'
import { plainNaira } from './plain-naira.ts'
import type { Statement } from './statement.ts'

const columns = ['Date', 'Description', 'Reference', 'Debit', 'Credit', 'Charges included', 'Balance']

/** A statement as a file for spreadsheets: opening balance, movements, closing balance; amounts in naira. */
export function statementCsv(statement: Statement): Buffer {
  const balanceLine = (label: string, kobo: bigint) => ['', label, '', '', '', '', plainNaira(kobo)]
  const lines = stringify(
    [
      columns,
      balanceLine('Opening balance', statement.openingKobo),
      ...statement.movements.map((movement) => [
        lagosTime(new Date(movement.at)),
        movement.description,
        movement.reference,
        movement.amountKobo < 0n ? plainNaira(-movement.amountKobo) : '',
        movement.amountKobo > 0n ? plainNaira(movement.amountKobo) : '',
        plainNaira(movement.chargesKobo),
        plainNaira(movement.balanceKobo),
      ]),
      balanceLine('Closing balance', statement.closingKobo),
    ],
    { escape_formulas: true, record_delimiter: 'windows' },
  )
  // Without the mark Excel takes UTF-8 for another alphabet.
  return Buffer.from(`\uFEFF${lines}`)
}
