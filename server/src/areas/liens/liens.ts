import type { Lien } from '@kobo/contract/kit/lien'
import type { Mode } from '@kobo/contract/kit/mode'
import { naira } from '@kobo/contract/kit/naira'
import type { liens } from '@kobo/contract/liens'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { daysBetween, onDays } from '../../db/days.ts'
import { fullName } from '../../db/full-name.ts'
import { readPage } from '../../db/read-page.ts'
import { accountNumberBegins, nameMatches } from '../../db/text-match.ts'
import { isNamedBy } from '../../engine/liens/lien-account.ts'
import type { Handler } from '../../http/handler.ts'
import { notFound } from '../../http/http-error.ts'

/** Lists liens, newest first. */
export const listLiens: Handler<typeof liens.list> = async (input, { db, mode }) => {
  const isMatching = matching(input, mode)
  const { totalRecords, rows } = await readPage(db, input, (snapshot) => ({
    matching: withAccounts(snapshot).where(isMatching),
    shown: withNames(snapshot).where(isMatching).orderBy('lien.id', 'desc'),
  }))
  return { totalRecords, liens: rows.map(asLien) }
}

type Filters = Parameters<Handler<typeof liens.list>>[0]

function matching(
  { merchantId, accountId, status, kind, search, startDate, endDate }: Filters,
  mode: Mode,
): RawBuilder<boolean> {
  const conditions = [sql`lien.mode = ${mode}`]
  if (merchantId !== undefined) conditions.push(sql`lien.merchant_id = ${merchantId}`)
  if (accountId !== undefined) {
    conditions.push(sql`lien.account_id in (select id from account where ${isNamedBy(accountId)})`)
  }
  if (status !== undefined) conditions.push(sql`(lien.ended_at is null) = ${status === 'OPEN'}`)
  if (kind !== undefined) conditions.push(sql`lien.kind = ${kind}`)
  if (search !== undefined) {
    const found = [
      nameMatches('account.account_name', search),
      nameMatches('business_name', search),
      nameMatches('lien.reason', search),
      accountNumberBegins('account.account_number', search),
    ]
    conditions.push(sql`(${sql.join(found, sql` or `)})`)
  }
  conditions.push(onDays('lien.created_at', daysBetween(startDate, endDate)))
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/** Returns one lien of the operator's mode. */
export async function findLien(db: Database, mode: Mode, id: string): Promise<Lien> {
  const found = withNames(db).where('lien.id', '=', id).where('lien.mode', '=', mode)
  return asLien(await found.executeTakeFirstOrThrow(() => notFound('This lien')))
}

function withAccounts(db: Database) {
  return db
    .selectFrom('lien')
    .innerJoin('merchant', 'merchant.id', 'lien.merchant_id')
    .innerJoin('account', 'account.id', 'lien.account_id')
}

function withNames(db: Database) {
  return withAccounts(db)
    .leftJoin('hold', (on) => on.onRef('hold.lien_id', '=', 'lien.id').on('hold.status', '=', 'HELD'))
    .innerJoin('staff', 'staff.id', 'lien.staff_id')
    .leftJoin('staff as releaser', 'releaser.id', 'lien.ended_by')
    .select(['lien.id', 'lien.kind', 'lien.merchant_id', 'lien.account_id', 'lien.amount_kobo', 'lien.created_at'])
    .select(['lien.until', 'lien.reason', 'lien.ended_at', 'end_reason', 'hold.amount_kobo as held_kobo'])
    .select(['business_name', 'account_name', 'account_number', 'account.wallet_id'])
    .select(fullName('staff').$notNull().as('placed_by'))
    .select(fullName('releaser').as('released_by'))
}

type Row = Awaited<ReturnType<ReturnType<typeof withNames>['executeTakeFirstOrThrow']>>

function asLien(row: Row): Lien {
  return {
    id: row.id,
    kind: row.kind,
    merchantId: row.merchant_id,
    businessName: row.business_name,
    accountId: row.account_id,
    walletId: row.wallet_id,
    accountNumber: row.account_number,
    name: row.account_name,
    amount: naira(row.amount_kobo),
    held: naira(row.held_kobo ?? 0n),
    createdAt: row.created_at,
    until: row.until,
    reason: row.reason,
    placedBy: row.placed_by,
    endedAt: row.ended_at,
    endedBy: row.released_by,
    endReason: row.end_reason,
  }
}
