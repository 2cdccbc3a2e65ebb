import type { Input } from '@kobo/contract/kit/call'
import { dayEnd, lagosDay } from '@kobo/contract/kit/day'
import { naira } from '@kobo/contract/kit/naira'
import type { ledger, LedgerPosition } from '@kobo/contract/ledger'
import { type RawBuilder, sql } from 'kysely'
import { withSnapshot } from '../../db/with-snapshot.ts'
import { accountNumberBegins, nameMatches } from '../../db/text-match.ts'
import type { Handler, ReadContext } from '../../http/handler.ts'
import { notFound } from '../../http/http-error.ts'
import { findAccount, type Holder, type HolderKind, holdersOf } from './holders.ts'
import { providerAccountName } from '../../ledger/provider-accounts.ts'

const merchantPositions: Handler<typeof ledger.merchants> = async (input, context) => {
  const { totalRecords, positions } = await listPositions('MERCHANT', input, context, ofMerchant(input))
  return { totalRecords, merchants: positions }
}

const walletPositions: Handler<typeof ledger.wallets> = async (input, context) => {
  const { wallet } = input
  const isNamed =
    wallet === undefined
      ? []
      : [sql<boolean>`(${nameMatches('name', wallet)} or ${accountNumberBegins('account_number', wallet)})`]
  const { totalRecords, positions } = await listPositions('WALLET', input, context, isNamed)
  return { totalRecords, wallets: positions }
}

/** Returns a handler that lists the accounts of a kind, filtered by merchant on request. */
function accountPositions(kind: HolderKind): Handler<typeof ledger.stores> {
  return async (input, context) => {
    const { totalRecords, positions } = await listPositions(kind, input, context, ofMerchant(input))
    return { totalRecords, accounts: positions }
  }
}

/** Handlers that list the accounts of each kind with their positions on a day. */
export const positionLists = {
  merchants: merchantPositions,
  wallets: walletPositions,
  childAccounts: accountPositions('CHILD'),
  subAccounts: accountPositions('SUBACCOUNT'),
  stores: accountPositions('STORE'),
  terminals: accountPositions('TERMINAL'),
  provider: accountPositions('PROVIDER'),
}

/** Returns one account's position on a day. */
export const accountPosition: Handler<typeof ledger.account> = async ({ accountId, date }, { db, mode, now }) => {
  const day = date ?? lagosDay(now)
  return await withSnapshot(db, async (snapshot) => {
    const kind = await findAccount(snapshot, mode, accountId)
    const held = heldOn(sql`select * from (${holdersOf(kind, mode)}) as holder where id = ${accountId}`, day)
    const [row] = (await held.execute(snapshot)).rows
    if (!row) throw notFound('This account')
    return { account: asPosition(row, day, now) }
  })
}

type ListQuery = Input<typeof ledger.provider>

function ofMerchant({ merchantId }: { merchantId?: string | undefined }): RawBuilder<boolean>[] {
  return merchantId === undefined ? [] : [sql<boolean>`merchant_id = ${merchantId}`]
}

/** Lists the accounts of a kind that existed by the end of a day: newest first, the provider's own in their fixed order. */
async function listPositions(
  kind: HolderKind,
  { page, size, status, date }: ListQuery,
  { db, mode, now }: ReadContext,
  conditions: readonly RawBuilder<boolean>[],
): Promise<{ totalRecords: number; positions: LedgerPosition[] }> {
  const day = date ?? lagosDay(now)
  const allConditions = [...conditions, sql`(created_at is null or created_at < ${dayEnd(day).toISOString()})`]
  if (status !== undefined) allConditions.push(status === 'ACTIVE' ? sql`is_active` : sql`not is_active`)
  const matching = sql`from (${holdersOf(kind, mode)}) as holder where ${sql.join(allConditions, sql` and `)}`
  const order = kind === 'PROVIDER' ? sql`id` : sql`id desc`
  return await withSnapshot(db, async (snapshot) => {
    const counted = await sql<{ total: bigint }>`select count(*) as total ${matching}`.execute(snapshot)
    const shown = sql`select * ${matching} order by ${order} limit ${size} offset ${(page - 1) * size}`
    const { rows } = await heldOn(shown, day, order).execute(snapshot)
    return {
      totalRecords: Number(counted.rows[0]?.total ?? 0n),
      positions: rows.map((row) => asPosition(row, day, now)),
    }
  })
}

interface Held extends Holder {
  opening_kobo: bigint
  in_kobo: bigint
  out_kobo: bigint
}

/** Computes positions on a day from daily balances and unfolded deltas, without summing the history. */
function heldOn(holders: RawBuilder<unknown>, day: string, order = sql`id`): RawBuilder<Held> {
  return sql<Held>`
    with holder as materialized (${holders}), waiting as (
      select account_id, coalesce(sum(amount_kobo) filter (where day < ${day}), 0) as before_kobo,
        coalesce(sum(amount_kobo) filter (where day = ${day} and amount_kobo > 0), 0) as in_kobo,
        coalesce(-sum(amount_kobo) filter (where day = ${day} and amount_kobo < 0), 0) as out_kobo
      from balance_delta where day <= ${day} group by account_id
    )
    select holder.*, (coalesce(before.closing_kobo, 0) + coalesce(before_kobo, 0))::bigint as opening_kobo,
      (coalesce(moved.in_kobo, 0) + coalesce(waiting.in_kobo, 0))::bigint as in_kobo,
      (coalesce(moved.out_kobo, 0) + coalesce(waiting.out_kobo, 0))::bigint as out_kobo
    from holder
    left join waiting on waiting.account_id = holder.id
    left join account_day as moved on moved.account_id = holder.id and moved.day = ${day}
    left join lateral (
      select closing_kobo from account_day where account_id = holder.id and day < ${day} order by day desc limit 1
    ) as before on true
    order by ${order}`
}

function asPosition(row: Held, day: string, now: Date): LedgerPosition {
  const closingKobo = row.opening_kobo + row.in_kobo - row.out_kobo
  const isToday = day === lagosDay(now)
  return {
    id: row.id,
    kind: row.kind,
    date: day,
    name: row.merchant_id === null ? providerAccountName(row.kind) : row.name,
    accountNumber: row.account_number,
    merchant: row.merchant_id === null ? null : { id: row.merchant_id, businessName: row.business_name },
    walletId: row.wallet_id,
    openingBalance: naira(row.opening_kobo),
    credit: naira(row.in_kobo),
    debit: naira(row.out_kobo),
    closingBalance: naira(closingKobo),
    // Holds of past days are not stored, and the provider's own accounts never have any.
    availableBalance: isToday ? naira(row.available_kobo ?? closingKobo) : null,
    status: row.status,
  }
}
