import type { Input } from '@kobo/contract/kit/call'
import { naira } from '@kobo/contract/kit/naira'
import type { virtualAccounts } from '@kobo/contract/virtual-accounts'
import { type RawBuilder, sql } from 'kysely'
import { daysBetween } from '../../db/days.ts'
import { accountNumberBegins, nameMatches } from '../../db/text-match.ts'
import { recentPayments } from '../../engine/collections/recent-payments.ts'
import type { Handler } from '../../http/handler.ts'
import { notFound } from '../../http/http-error.ts'
import { virtualAccountScope } from '../../ledger/counters/scopes.ts'
import { readCountedPage } from '../../ledger/counters/read-counted-page.ts'
import { bankName } from '../../rails/banks.ts'

/** Lists virtual accounts, newest first. */
export const listVirtualAccounts: Handler<typeof virtualAccounts.list> = async (input, { db, mode }) => {
  const { accountNumber, usage, name } = input
  const days = daysBetween(input.startDate, input.endDate)
  if (days.from > days.to) return { totalRecords: 0, accounts: [] }
  // A number matches few rows, and a name is counted through its own index.
  const isCounted = accountNumber === undefined && name === undefined
  const { total, rows } = await readCountedPage(
    db,
    {
      table: 'virtual_account',
      days,
      matches: matchesFilter(mode, input),
      counted: isCounted ? { mode, scope: virtualAccountScope, type: usage, days } : null,
      columns,
      joins,
    },
    input,
  )
  return { totalRecords: Number(total), accounts: rows.map(asAccount) }
}

/** Returns one virtual account with its latest payments. */
export const virtualAccountInfo: Handler<typeof virtualAccounts.info> = async ({ virtualAccountId }, { db, mode }) => {
  const { rows } = await sql<ListedAccount & { wallet_id: string | null; wallet_name: string | null }>`
    select ${columns}, t.wallet_id, wallet.account_name as wallet_name
    from virtual_account as t ${joins}
    left join wallet on wallet.id = t.wallet_id
    where t.id = ${virtualAccountId} and t.mode = ${mode}
  `.execute(db)
  const [row] = rows
  if (!row) throw notFound('This virtual account')
  return {
    ...asAccount(row),
    wallet: row.wallet_id === null ? null : { id: row.wallet_id, accountName: row.wallet_name },
    usedAt: row.used_at,
    payments: await recentPayments(db, mode, row.account_number),
  }
}

interface ListedAccount {
  id: string
  created_at: string
  kind: string
  account_number: string
  account_name: string
  bank_code: string
  amount_kobo: bigint | null
  charges_kobo: bigint | null
  reference: string | null
  expires_at: string | null
  used_at: string | null
  closed_at: string | null
  merchant_id: string
  business_name: string
}

const columns = sql<ListedAccount>`t.id, t.created_at, t.kind, t.account_number, t.account_name, t.bank_code,
  t.amount_kobo, t.reference, t.expires_at, t.used_at, t.closed_at, t.merchant_id, merchant.business_name, paid.charges_kobo`

/** A dynamic virtual account has at most one successful payment, by bank or by card. */
const joins = sql`
  left join merchant on merchant.id = t.merchant_id
  left join lateral (
    select fee_kobo + vat_kobo as charges_kobo from transaction
    where t.kind = 'VIRTUAL' and beneficiary_number = t.account_number and payment_method is not null and status = 'SUCCESS'
    limit 1
  ) as paid on true`

function asAccount(row: ListedAccount) {
  return {
    id: row.id,
    createdAt: row.created_at,
    status: row.used_at === null ? 'UNUSED' : 'USED',
    kind: row.kind,
    accountName: row.account_name,
    accountNumber: row.account_number,
    bankName: bankName(row.bank_code),
    amount: row.amount_kobo === null ? null : naira(row.amount_kobo),
    charges: row.charges_kobo === null ? null : naira(row.charges_kobo),
    metadata: { reference: row.reference },
    merchant: { id: row.merchant_id, businessName: row.business_name },
    expiresAt: row.expires_at,
    closedAt: row.closed_at,
  }
}

function matchesFilter(
  mode: string,
  { accountNumber, usage, name }: Input<typeof virtualAccounts.list>,
): RawBuilder<boolean> {
  const conditions = [sql`mode = ${mode}`]
  if (accountNumber !== undefined) conditions.push(accountNumberBegins('account_number', accountNumber))
  if (usage !== undefined) conditions.push(usage === 'USED' ? sql`used_at is not null` : sql`used_at is null`)
  if (name !== undefined) conditions.push(nameMatches('account_name', name))
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}
