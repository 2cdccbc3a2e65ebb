import { lagosTime } from '@kobo/contract/kit/day'
import { csvMark, csvText } from '../../rails/csv-text.ts'
import type { StatementHead } from './statement.ts'
import type { Movement } from './statement-movements.ts'

const charges = ['Fee included', 'VAT included', 'Stamp duty included']
const columns = ['Date', 'Description', 'Reference', 'Debit', 'Credit', ...charges, 'Balance']

/** Returns the header of the CSV and the opening balance. */
export function csvHead({ openingKobo }: StatementHead): string {
  return `${csvMark}${csvText([columns, balanceLine('Opening balance', openingKobo)])}`
}

/** Returns one line per movement, with amounts in naira. */
export function csvLines(movements: readonly Movement[]): string {
  return csvText(
    movements.map((movement) => [
      lagosTime(new Date(movement.at)),
      movement.description,
      movement.reference,
      movement.amountKobo < 0n ? plainNaira(-movement.amountKobo) : '',
      movement.amountKobo > 0n ? plainNaira(movement.amountKobo) : '',
      plainNaira(movement.feeKobo),
      plainNaira(movement.vatKobo),
      plainNaira(movement.stampDutyKobo),
      plainNaira(movement.balanceKobo),
    ]),
  )
}

/** Returns the closing balance of the CSV. */
export function csvFoot({ closingKobo }: StatementHead): string {
  return csvText([balanceLine('Closing balance', closingKobo)])
}

function balanceLine(label: string, kobo: bigint): string[] {
  return ['', label, '', '', '', ...charges.map(() => ''), plainNaira(kobo)]
}

/** Formats kobo as naira without currency sign or commas, for files: `1234.50`. */
export function plainNaira(kobo: bigint): string {
  const size = kobo < 0n ? -kobo : kobo
  return `${kobo < 0n ? '-' : ''}${size / 100n}.${String(size % 100n).padStart(2, '0')}`
}
