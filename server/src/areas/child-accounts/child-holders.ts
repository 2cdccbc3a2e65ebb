import type { childAccounts } from '@kobo/contract/child-accounts'
import { naira } from '@kobo/contract/kit/naira'
import { type RawBuilder, sql } from 'kysely'
import { daysBetween, onDays } from '../../db/days.ts'
import { accountNumberBegins, nameMatches } from '../../db/text-match.ts'
import type { Handler } from '../../http/handler.ts'
import { asTotals, type Holding, noTotals, readPageWithTotals } from '../../db/read-page-with-totals.ts'

/** Lists merchants that have child accounts of their own, newest first. */
export const listChildMerchants: Handler<typeof childAccounts.merchants> = async (input, { db, mode }) => {
  const { name } = input
  const days = daysBetween(input.startDate, input.endDate)
  if (days.from > days.to) return { ...asTotals(noTotals), merchants: [] }
  const conditions = [sql`merchant.mode = ${mode}`, onDays('merchant.created_at', days)]
  if (name !== undefined) {
    const holds = holdsNumber(sql`merchant_id = merchant.id and wallet_id is null`, name)
    conditions.push(sql`(${nameMatches('merchant.business_name', name)} or ${holds})`)
  }
  const matching = sql<MerchantRow>`
    select merchant.id, merchant.created_at, business_name, accounts, kobo
    from (
      select merchant_id, count(*) as accounts, sum(booked_kobo)::bigint as kobo
      from account where kind = 'CHILD' and wallet_id is null and mode = ${mode} group by merchant_id
    ) as child join merchant on merchant.id = child.merchant_id
    where ${every(conditions)}`
  const { totals, rows } = await readPageWithTotals(db, matching, input)
  return {
    ...asTotals(totals),
    merchants: rows.map((row) => ({
      id: row.id,
      createdAt: row.created_at,
      businessName: row.business_name,
      ...together(row),
    })),
  }
}

/** Lists customers' wallets that have child accounts, newest first. */
export const listChildWallets: Handler<typeof childAccounts.wallets> = async (input, { db, mode }) => {
  const { name, status, merchantId } = input
  const conditions = [sql`wallet.mode = ${mode}`]
  if (name !== undefined) {
    const holds = holdsNumber(sql`wallet_id = wallet.id`, name)
    conditions.push(sql`(${nameMatches('wallet.account_name', name)} or ${holds})`)
  }
  // A wallet that is PENDING counts as inactive.
  if (status !== undefined) conditions.push(sql`(wallet.status = 'ACTIVE') = ${status === 'ACTIVE'}`)
  if (merchantId !== undefined) conditions.push(sql`wallet.merchant_id = ${merchantId}`)
  const matching = sql<WalletRow>`
    select wallet.id, wallet.created_at, wallet.account_name, wallet.status, wallet.merchant_id, business_name, accounts,
      kobo
    from (
      select wallet_id, count(*) as accounts, sum(booked_kobo)::bigint as kobo
      from account where kind = 'CHILD' and wallet_id is not null and mode = ${mode} group by wallet_id
    ) as child join wallet on wallet.id = child.wallet_id
    join merchant on merchant.id = wallet.merchant_id
    where ${every(conditions)}`
  const { totals, rows } = await readPageWithTotals(db, matching, input)
  return {
    ...asTotals(totals),
    wallets: rows.map((row) => ({
      id: row.id,
      createdAt: row.created_at,
      accountName: row.account_name,
      merchant: { id: row.merchant_id, businessName: row.business_name },
      ...together(row),
      status: row.status,
    })),
  }
}

interface MerchantRow extends Holding {
  id: string
  created_at: string
  business_name: string
}

interface WalletRow extends MerchantRow {
  account_name: string
  status: string
  merchant_id: string
}

/** Returns the condition that one of these child accounts has a number with this prefix. */
function holdsNumber(isOfHolder: RawBuilder<unknown>, digits: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from account where kind = 'CHILD' and ${isOfHolder} and ${accountNumberBegins('account_number', digits)})`
}

function together({ accounts, kobo }: Holding) {
  return { totalChildAccounts: Number(accounts), totalBalance: naira(kobo) }
}

function every(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(conditions, sql` and `)
}
