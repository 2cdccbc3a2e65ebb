import { sql } from 'kysely'
import type { Transaction } from '@kobo/server/db/database'
import { providerBank } from '@kobo/server/ledger/accounts'
import { accountNumber } from '@kobo/server/ledger/nuban'
import { insertRows } from '@kobo/server/db/insert-rows'
import type { World } from './world.ts'

/** Opens the empty accounts of the demo data; older accounts get lower numbers. */
export async function openAccounts(db: Transaction, world: World, onWritten: (done: number) => void): Promise<void> {
  const random = world.random('accounts')
  const accounts = world.accounts.toSorted((a, b) => (a.at < b.at ? -1 : 1))
  const serials = await reserveSerials(db, accounts.length)
  const rows = accounts.map(({ merchantId, walletId, name, at }, position) => ({
    id: random.id(new Date(at)),
    mode: world.mode,
    created_at: at,
    kind: walletId === null ? 'MERCHANT' : 'WALLET',
    merchant_id: merchantId,
    wallet_id: walletId,
    account_number: accountNumber(serials[position] ?? 0n, providerBank.code),
    account_name: name,
    bank_code: providerBank.code,
    bank_name: providerBank.name,
  }))
  await insertRows(db, 'account', rows, onWritten)
}

/** Takes the next account numbers of the provider's bank. */
export async function reserveSerials(db: Transaction, count: number): Promise<bigint[]> {
  const { rows } = await sql<{ serial: bigint }>`
    select nextval('account_serial') as serial from generate_series(1, ${count})
  `.execute(db)
  return rows.map(({ serial }) => serial)
}
