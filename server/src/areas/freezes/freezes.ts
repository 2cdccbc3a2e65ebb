import type { Mode } from '@kobo/contract/kit/mode'
import type { freezes } from '@kobo/contract/freezes'
import type { Freeze } from '@kobo/contract/kit/freeze'
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { daysBetween, onDays } from '../../db/days.ts'
import { fullName } from '../../db/full-name.ts'
import { readPage } from '../../db/read-page.ts'
import { accountNumberBegins, nameMatches } from '../../db/text-match.ts'
import type { Handler } from '../../http/handler.ts'
import { notFound } from '../../http/http-error.ts'

/** Lists freezes, newest first. */
export const listFreezes: Handler<typeof freezes.list> = async (input, { db, mode }) => {
  const { merchantId, accountId, status, kind, search, startDate, endDate } = input
  const conditions = [sql`account_freeze.mode = ${mode}`]
  if (merchantId !== undefined) conditions.push(sql`account_freeze.merchant_id = ${merchantId}`)
  if (accountId !== undefined) conditions.push(binds(accountId))
  if (status !== undefined) conditions.push(sql`(ended_at is null) = ${status === 'IN_FORCE'}`)
  if (kind !== undefined) conditions.push(sql`account_freeze.kind = ${kind}`)
  if (search !== undefined) {
    const found = [
      nameMatches('account.account_name', search),
      nameMatches('business_name', search),
      nameMatches('account_freeze.reason', search),
      accountNumberBegins('account.account_number', search),
    ]
    conditions.push(sql`(${sql.join(found, sql` or `)})`)
  }
  conditions.push(onDays('started_at', daysBetween(startDate, endDate)))
  const isMatching = sql<boolean>`(${sql.join(conditions, sql` and `)})`
  const { totalRecords, rows } = await readPage(db, input, (snapshot) => ({
    matching: withAccounts(snapshot).where(isMatching),
    shown: withNames(snapshot).where(isMatching).orderBy('account_freeze.id', 'desc'),
  }))
  return { totalRecords, freezes: rows.map(asFreeze) }
}

/** Freezes that bind an account, also named by its wallet: its own, its holder's, its store's and its merchant's. */
function binds(accountId: string) {
  return sql`exists (
    select from account
    where (account.id = ${accountId} or (account.kind = 'WALLET' and account.wallet_id = ${accountId}))
      and account_freeze.merchant_id = account.merchant_id
      and (account_freeze.account_id is null or account_freeze.account_id = account.id
        or account_freeze.account_id in (
          select own.id from account own where own.wallet_id = account.wallet_id and own.kind = 'WALLET'
          union all select terminal.store_id from terminal where terminal.id = account.id))
  )`
}

/** Returns one freeze of the operator's mode. */
export async function findFreeze(db: Database, mode: Mode, id: string): Promise<Freeze> {
  const found = withNames(db).where('account_freeze.id', '=', id).where('account_freeze.mode', '=', mode)
  return asFreeze(await found.executeTakeFirstOrThrow(() => notFound('This freeze')))
}

function withAccounts(db: Database) {
  return db
    .selectFrom('account_freeze')
    .innerJoin('merchant', 'merchant.id', 'account_freeze.merchant_id')
    .leftJoin('account', 'account.id', 'account_freeze.account_id')
}

function withNames(db: Database) {
  return withAccounts(db)
    .innerJoin('staff', 'staff.id', 'account_freeze.staff_id')
    .leftJoin('staff as lifter', 'lifter.id', 'account_freeze.ended_by')
    .select(['account_freeze.id', 'account_freeze.kind', 'account_freeze.merchant_id', 'account_freeze.account_id'])
    .select(['scopes', 'started_at', 'until', 'account_freeze.reason', 'ended_at', 'end_reason'])
    .select(['business_name', 'account_name', 'account.wallet_id'])
    .select(fullName('staff').$notNull().as('frozen_by'))
    .select(fullName('lifter').as('lifted_by'))
}

type Row = Awaited<ReturnType<ReturnType<typeof withNames>['executeTakeFirstOrThrow']>>

function asFreeze(row: Row): Freeze {
  return {
    id: row.id,
    kind: row.kind,
    merchantId: row.merchant_id,
    businessName: row.business_name,
    accountId: row.account_id,
    walletId: row.wallet_id,
    name: row.account_name ?? row.business_name,
    scopes: row.scopes,
    startedAt: row.started_at,
    until: row.until,
    reason: row.reason,
    frozenBy: row.frozen_by,
    endedAt: row.ended_at,
    endedBy: row.lifted_by,
    endReason: row.end_reason,
  }
}
