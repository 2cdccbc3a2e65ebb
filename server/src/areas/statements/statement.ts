import { dayEnd, dayStart } from '@kobo/contract/kit/day'
import type { Mode } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { notFound, refused } from '../../http/refusal.ts'
import { findBank } from '../../rails/banks.ts'

/** One line of a statement: what the account gained (positive) or lost, and what it held afterwards. */
export interface Movement {
  at: string
  description: string
  reference: string
  amountKobo: bigint
  /** What of the amount are charges. */
  chargesKobo: bigint
  balanceKobo: bigint
}

export interface Statement {
  merchantId: string
  businessName: string
  accountNumber: string
  bankName: string
  startDay: string
  endDay: string
  openingKobo: bigint
  closingKobo: bigint
  movements: Movement[]
}

/** More would be a PDF of thousands of pages that nobody reads. */
const maxMovements = 50_000

/** The movements of a merchant's own account on whole days in Lagos, oldest first, all of one instant. */
export async function readStatement(
  db: Database,
  asked: { mode: Mode; merchantId: string; startDay: string; endDay: string },
): Promise<Statement> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      const account = await snapshot
        .selectFrom('merchant')
        .leftJoin('account', (join) =>
          join.onRef('account.merchant_id', '=', 'merchant.id').on('account.kind', '=', 'MERCHANT'),
        )
        .select(['merchant.id', 'merchant.business_name', 'account.id as account_id'])
        .select(['account.account_number', 'account.bank_name'])
        .where('merchant.id', '=', asked.merchantId)
        .where('merchant.mode', '=', asked.mode)
        .executeTakeFirst()
      if (!account) throw notFound('This merchant')
      if (account.account_id === null) throw refused('This merchant has no wallet yet, so there is nothing to state')
      const openingKobo = await bookedBefore(snapshot, account.account_id, dayStart(asked.startDay))
      const rows = await entriesOf(snapshot, account.account_id, dayStart(asked.startDay), dayEnd(asked.endDay))
      if (rows.length > maxMovements) {
        throw refused(`There are more than ${maxMovements.toLocaleString('en-NG')} movements. Choose a shorter period`)
      }
      let balanceKobo = openingKobo
      const movements = rows.map((row) => {
        balanceKobo += row.amount_kobo
        return {
          at: row.at,
          description: describe(row),
          reference: row.reference,
          amountKobo: row.amount_kobo,
          chargesKobo: row.charges_kobo ?? 0n,
          balanceKobo,
        }
      })
      return {
        merchantId: account.id,
        businessName: account.business_name,
        accountNumber: account.account_number ?? '',
        bankName: account.bank_name ?? '',
        startDay: asked.startDay,
        endDay: asked.endDay,
        openingKobo,
        closingKobo: balanceKobo,
        movements,
      }
    })
}

async function bookedBefore(db: Database, accountId: string, at: Date): Promise<bigint> {
  const { rows } = await sql<{ booked: bigint }>`
    select coalesce(sum(amount_kobo), 0)::bigint as booked
    from entry where account_id = ${accountId} and at < ${at.toISOString()}
  `.execute(db)
  return rows[0]?.booked ?? 0n
}

interface EntryRow {
  at: string
  amount_kobo: bigint
  kind: string
  reference: string
  category: string | null
  charges_kobo: bigint | null
  other_name: string | null
  other_bank: string | null
  narration: string | null
}

async function entriesOf(db: Database, accountId: string, from: Date, to: Date): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select entry.at, entry.amount_kobo, transfer.kind, transfer.reference, t.category, t.narration,
      case when t.type = 'DEBIT' or t.category = 'BANK_FUNDING'
        then t.fee_kobo + t.vat_kobo + t.stamp_duty_kobo end as charges_kobo,
      case when t.type = 'DEBIT' then t.beneficiary_name else t.originator_name end as other_name,
      case when t.type = 'DEBIT' then t.beneficiary_bank_code else t.originator_bank_code end as other_bank
    from entry
    join transfer on transfer.id = entry.transfer_id
    left join transaction t on t.id = entry.transaction_id
    where entry.account_id = ${accountId} and entry.at >= ${from.toISOString()} and entry.at < ${to.toISOString()}
    order by entry.at, entry.transfer_id, entry.position
    limit ${maxMovements + 1}
  `.execute(db)
  return rows
}

function describe({ kind, category, amount_kobo, other_name, other_bank, narration }: EntryRow): string {
  if (category === null) return kind === 'CHARGE' ? 'Charge' : 'Correction'
  const bank =
    category === 'BANK_TRANSFER' || category === 'BANK_FUNDING' ? findBank(other_bank ?? '')?.name : undefined
  const other = [other_name, bank].filter(Boolean).join(', ')
  const words = `${amount_kobo < 0n ? 'To' : 'From'} ${other || 'an account'}`
  return narration ? `${words}: ${narration}` : words
}
