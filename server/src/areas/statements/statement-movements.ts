import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { findBank } from '../../rails/banks.ts'

/** Line of a statement: the amount that the account gained (positive) or lost, and its balance afterwards. */
export interface Movement {
  at: string
  description: string
  reference: string
  amountKobo: bigint
  /** Charges included in the amount. */
  feeKobo: bigint
  vatKobo: bigint
  stampDutyKobo: bigint
  balanceKobo: bigint
}

/** Movements in memory at a time. */
const pieceSize = 500

/** Yields the movements of an account in a period, oldest first, in chunks, continuing from the opening balance. */
export async function* movementsOf(
  db: Database,
  accountId: string,
  from: Date,
  to: Date,
  openingKobo: bigint,
): AsyncGenerator<Movement[]> {
  let balanceKobo = openingKobo
  let last: EntryRow | undefined
  do {
    const rows = await entriesAfter(db, accountId, from, to, last)
    yield rows.map((row) => {
      balanceKobo += row.amount_kobo
      return {
        at: row.at,
        description: describe(row),
        reference: row.reference,
        amountKobo: row.amount_kobo,
        feeKobo: row.fee_kobo ?? 0n,
        vatKobo: row.vat_kobo ?? 0n,
        stampDutyKobo: row.stamp_duty_kobo ?? 0n,
        balanceKobo,
      }
    })
    last = rows.length === pieceSize ? rows.at(-1) : undefined
  } while (last)
}

interface EntryRow {
  transfer_id: string
  position: number
  at: string
  amount_kobo: bigint
  kind: string
  reference: string
  category: string | null
  fee_kobo: bigint | null
  vat_kobo: bigint | null
  stamp_duty_kobo: bigint | null
  other_name: string | null
  other_bank: string | null
  narration: string | null
}

async function entriesAfter(db: Database, accountId: string, from: Date, to: Date, last: EntryRow | undefined) {
  const isAfterLast = last
    ? sql`(entry.at, entry.transfer_id, entry.position) > (${last.at}, ${last.transfer_id}, ${last.position})`
    : sql`entry.at >= ${from.toISOString()}`
  const { rows } = await sql<EntryRow>`
    select entry.transfer_id, entry.position, entry.at, entry.amount_kobo, transfer.kind, transfer.reference,
      t.category, t.narration, charged.fee_kobo, charged.vat_kobo, charged.stamp_duty_kobo,
      other_end(t.type, t.originator_name, t.beneficiary_name) as other_name,
      other_end(t.type, t.originator_bank_code, t.beneficiary_bank_code) as other_bank
    from entry
    join transfer on transfer.id = entry.transfer_id
    left join transaction t on t.id = entry.transaction_id
    left join lateral (select t.fee_kobo, t.vat_kobo, t.stamp_duty_kobo) as charged
      on t.type = 'DEBIT' or t.category in ('BANK_FUNDING', 'CARD_PAYMENT')
    where entry.account_id = ${accountId} and ${isAfterLast} and entry.at < ${to.toISOString()}
    order by entry.at, entry.transfer_id, entry.position
    limit ${pieceSize}
  `.execute(db)
  return rows
}

function describe({ kind, category, amount_kobo, other_name, other_bank, narration }: EntryRow): string {
  if (category === null) return kind === 'CHARGE' ? 'Charge' : 'Correction'
  const bank =
    category === 'BANK_TRANSFER' || category === 'BANK_FUNDING' ? findBank(other_bank ?? '')?.name : undefined
  const counterparty = [other_name, bank].filter(Boolean).join(', ')
  const direction = `${amount_kobo < 0n ? 'To' : 'From'} ${counterparty || 'an account'}`
  return narration ? `${direction}: ${narration}` : direction
}
