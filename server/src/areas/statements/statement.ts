import { dayEnd, dayStart } from '@kobo/contract/kit/day'
import type { Mode } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { withSnapshot } from '../../db/with-snapshot.ts'
import { notFound, unprocessable } from '../../http/http-error.ts'
import { openingBalance } from '../../ledger/account-days.ts'
import { type Movement, movementsOf } from './statement-movements.ts'

/** Statement without its movements. */
export interface StatementHead {
  businessName: string
  accountNumber: string
  bankName: string
  startDay: string
  endDay: string
  openingKobo: bigint
  closingKobo: bigint
  /** Neither sum is negative. */
  credits: { count: number; kobo: bigint }
  debits: { count: number; kobo: bigint }
}

/** Period of a merchant's own account, in whole days of Lagos. */
export interface StatementRequest {
  mode: Mode
  merchantId: string
  startDay: string
  endDay: string
}

/** Reads a statement from one snapshot: its head, then its movements, oldest first, in chunks. */
export async function readStatement<T>(
  db: Database,
  period: StatementRequest,
  use: (head: StatementHead, chunks: AsyncIterable<Movement[]>) => Promise<T>,
): Promise<T> {
  return await withSnapshot(db, async (snapshot) => {
    const account = await statedAccount(snapshot, period)
    const from = dayStart(period.startDay)
    const to = dayEnd(period.endDay)
    const openingKobo = await openingBalance(snapshot, account.id, period.startDay)
    const { credits, debits } = await sums(snapshot, account.id, from, to)
    const { startDay, endDay } = period
    const { businessName, accountNumber, bankName } = account
    const closingKobo = openingKobo + credits.kobo - debits.kobo
    const days = { startDay, endDay }
    return await use(
      { businessName, accountNumber, bankName, ...days, openingKobo, closingKobo, credits, debits },
      movementsOf(snapshot, account.id, from, to, openingKobo),
    )
  })
}

/** Returns a merchant's own account, and rejects a merchant without one. */
export async function statedAccount(db: Database, { mode, merchantId }: Pick<StatementRequest, 'mode' | 'merchantId'>) {
  const account = await db
    .selectFrom('merchant')
    .leftJoin('account', (join) =>
      join.onRef('account.merchant_id', '=', 'merchant.id').on('account.kind', '=', 'MERCHANT'),
    )
    .select(['merchant.business_name', 'account.id'])
    .select(['account.account_number', 'account.bank_name'])
    .where('merchant.id', '=', merchantId)
    .where('merchant.mode', '=', mode)
    .executeTakeFirst()
  if (!account) throw notFound('This merchant')
  if (account.id === null) throw unprocessable('This merchant has no wallet yet, so it has no statement')
  return {
    id: account.id,
    businessName: account.business_name,
    accountNumber: account.account_number ?? '',
    bankName: account.bank_name ?? '',
  }
}

/** Counts the movements on these days, up to `atMost`. */
export async function countMovements(
  db: Database,
  accountId: string,
  { startDay, endDay }: Pick<StatementRequest, 'startDay' | 'endDay'>,
  atMost: number,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from entry
      where account_id = ${accountId} and at >= ${dayStart(startDay).toISOString()} and at < ${dayEnd(endDay).toISOString()}
      limit ${atMost}
    ) as counted
  `.execute(db)
  return rows[0]?.n ?? 0
}

async function sums(db: Database, accountId: string, from: Date, to: Date) {
  const { rows } = await sql<{ n_in: number; n_out: number; kobo_in: bigint; kobo_out: bigint }>`
    select count(*) filter (where amount_kobo > 0)::int as n_in,
      count(*) filter (where amount_kobo < 0)::int as n_out,
      coalesce(sum(amount_kobo) filter (where amount_kobo > 0), 0)::bigint as kobo_in,
      coalesce(-sum(amount_kobo) filter (where amount_kobo < 0), 0)::bigint as kobo_out
    from entry where account_id = ${accountId} and at >= ${from.toISOString()} and at < ${to.toISOString()}
  `.execute(db)
  const { n_in = 0, n_out = 0, kobo_in = 0n, kobo_out = 0n } = rows[0] ?? {}
  return { credits: { count: n_in, kobo: kobo_in }, debits: { count: n_out, kobo: kobo_out } }
}
