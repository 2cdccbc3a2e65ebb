import { lagosTime } from '@kobo/contract/kit/day'
import { stringify } from 'csv-stringify/sync'
import { plainNaira } from './plain-naira.ts'
import type { StatementHead } from './statement.ts'
import type { Movement } from './statement-movements.ts'

const columns = ['Date', 'Description', 'Reference', 'Debit', 'Credit', 'Charges included', 'Balance']

/** How the CSV begins. Without the mark Excel takes UTF-8 for another alphabet. */
export function csvHead({ openingKobo }: StatementHead): string {
  return `\uFEFF${lines([columns, balanceLine('Opening balance', openingKobo)])}`
}

/** One line to a movement; amounts in naira. */
export function csvLines(movements: readonly Movement[]): string {
  return lines(
    movements.map((movement) => [
      lagosTime(new Date(movement.at)),
      movement.description,
      movement.reference,
      movement.amountKobo < 0n ? plainNaira(-movement.amountKobo) : '',
      movement.amountKobo > 0n ? plainNaira(movement.amountKobo) : '',
      plainNaira(movement.chargesKobo),
      plainNaira(movement.balanceKobo),
    ]),
  )
}

/** How the CSV ends. */
export function csvFoot({ closingKobo }: StatementHead): string {
  return lines([balanceLine('Closing balance', closingKobo)])
}

function balanceLine(label: string, kobo: bigint): string[] {
  return ['', label, '', '', '', '', plainNaira(kobo)]
}

function lines(rows: string[][]): string {
  return stringify(rows, { escape_formulas: true, record_delimiter: 'windows' })
}
