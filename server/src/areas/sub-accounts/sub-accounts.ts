import { naira } from '@kobo/contract/kit/naira'
import type { SubAccount, subAccounts } from '@kobo/contract/sub-accounts'
import { type RawBuilder, sql } from 'kysely'
import { daysBetween, onDays } from '../../db/days.ts'
import { accountNumberBegins, nameMatches } from '../../db/text-match.ts'
import { asTotals, type Holding, noTotals, readPageWithTotals } from '../../db/read-page-with-totals.ts'
import type { Handler } from '../../http/handler.ts'
import { notFound } from '../../http/http-error.ts'
import { hasFreeze } from '../../ledger/frozen-accounts.ts'

/** Lists merchants that have sub-accounts, newest first. */
export const listSplittingMerchants: Handler<typeof subAccounts.merchants> = async (input, { db, mode }) => {
  const { name } = input
  const days = daysBetween(input.startDate, input.endDate)
  if (days.from > days.to) return { ...asTotals(noTotals), merchants: [] }
  const conditions = [sql`merchant.mode = ${mode}`, onDays('merchant.created_at', days)]
  if (name !== undefined) conditions.push(nameMatches('merchant.business_name', name))
  const matching = sql<MerchantRow>`
    select merchant.id, merchant.created_at, business_name, accounts, kobo
    from (
      select subaccount.merchant_id, count(*) as accounts, sum(booked_kobo)::bigint as kobo
      from subaccount join account on account.id = subaccount.id
      where subaccount.mode = ${mode} group by subaccount.merchant_id
    ) as partner join merchant on merchant.id = partner.merchant_id
    where ${sql.join(conditions, sql` and `)}`
  const { totals, rows } = await readPageWithTotals(db, matching, input)
  return {
    ...asTotals(totals),
    merchants: rows.map((row) => ({
      id: row.id,
      createdAt: row.created_at,
      businessName: row.business_name,
      totalChildAccounts: Number(row.accounts),
      totalBalance: naira(row.kobo),
    })),
  }
}

/** Lists sub-accounts, newest first. `name` matches the name or the bank account number. */
export const listSubaccounts: Handler<typeof subAccounts.list> = async (input, { db, mode }) => {
  const { merchantId, name } = input
  const conditions = [sql`subaccount.mode = ${mode}`]
  if (merchantId !== undefined) conditions.push(sql`subaccount.merchant_id = ${merchantId}`)
  if (name !== undefined) {
    const number = accountNumberBegins('subaccount.account_number', name)
    conditions.push(sql`(${nameMatches('subaccount.name', name)} or ${number})`)
  }
  const { totals, rows } = await readPageWithTotals(db, subaccountsWhere(sql.join(conditions, sql` and `)), input)
  return { ...asTotals(totals), subaccounts: rows.map(asSubaccount) }
}

/** Returns one sub-account of the operator's mode. */
export const subaccountInfo: Handler<typeof subAccounts.info> = async ({ subaccountId }, { db, mode }) => {
  const query = subaccountsWhere(sql`subaccount.id = ${subaccountId} and subaccount.mode = ${mode}`)
  const [row] = (await query.execute(db)).rows
  if (!row) throw notFound('This sub-account')
  return { subaccount: asSubaccount(row) }
}

interface MerchantRow extends Holding {
  id: string
  created_at: string
  business_name: string
}

interface SubaccountRow extends MerchantRow {
  name: string
  split_type: string
  split_value: bigint
  bank_name: string
  account_number: string
  account_name: string
  inactive_since: string | null
  merchant_id: string
  is_frozen: boolean
}

function subaccountsWhere(condition: RawBuilder<unknown>): RawBuilder<SubaccountRow> {
  return sql<SubaccountRow>`
    select subaccount.id, subaccount.created_at, subaccount.name, split_type, split_value, subaccount.bank_name,
      subaccount.account_number, subaccount.account_name, subaccount.inactive_since, subaccount.merchant_id,
      business_name, 1 as accounts, booked_kobo as kobo,
      ${hasFreeze({ merchantId: sql.ref('subaccount.merchant_id'), id: sql.ref('subaccount.id') })} as is_frozen
    from subaccount
    join account on account.id = subaccount.id
    join merchant on merchant.id = subaccount.merchant_id
    where ${condition}`
}

function asSubaccount(row: SubaccountRow): SubAccount {
  return {
    id: row.id,
    createdAt: row.created_at,
    name: row.name,
    accountNumber: row.account_number,
    accountName: row.account_name,
    bankName: row.bank_name,
    splitType: row.split_type,
    // Stored in hundredths, of a naira or of a percent.
    splitValue: naira(row.split_value),
    balance: naira(row.kobo),
    status: row.inactive_since === null ? 'ACTIVE' : 'INACTIVE',
    isFrozen: row.is_frozen,
    merchant: { id: row.merchant_id, businessName: row.business_name },
  }
}
