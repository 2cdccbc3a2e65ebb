import { sql } from 'kysely'
import type { Transaction } from '../db/database.ts'
import { bulkLoad } from '../db/bulk-load.ts'
import type { CustomerAccount } from './customer-accounts.ts'
import { idAt } from './factories.ts'
import type { TestApp } from './app.ts'

/** Inserts transactions of the past year, spread over these accounts, with their profit rows; counters are not updated. */
export async function manyTransactions(
  db: Transaction,
  accounts: readonly CustomerAccount[],
  count: number,
): Promise<void> {
  await bulkLoad(
    db,
    ['transaction', 'profit'],
    () => {},
    async () => {
      await sql`
        with made as (
          select md5(n::text) as random, 1 + n % ${accounts.length}::int as nth, n,
            (extract(epoch from now()) * 1000)::bigint - (n::bigint * 31536000000 / ${count}::bigint) as ms
          from generate_series(1, ${count}::int) as n
        ), identified as (
          select *, lpad(to_hex(ms), 12, '0') as hex from made
        ), written as (
          insert into transaction (id, mode, scope, merchant_id, account_id, created_at, type, category, status, amount_kobo,
            reference)
          select (left(hex, 8) || '-' || substr(hex, 9) || '-7' || left(random, 3) || '-8' || substr(random, 4, 3)
            || '-' || substr(random, 7, 12))::uuid, account.mode, account.kind, account.merchant_id, account.id,
            to_timestamp(ms / 1000.0::float8), 'DEBIT', 'BANK_TRANSFER', 'SUCCESS', 100000 + n % 1000, 'MANY-' || n
          from identified
          join unnest(${accounts.map(({ id }) => id)}::uuid[]) with ordinality as one (id, nth) using (nth)
          join account on account.id = one.id
          returning id, mode, merchant_id, created_at, reference
        )
        insert into profit (id, mode, merchant_id, created_at, source, transaction_id, reference, fee_kobo, cost_kobo)
        select id, mode, merchant_id, created_at, 'transfers', id, reference, 1000, 0 from written
      `.execute(db)
    },
  )
}

/** Inserts entries of one kobo on an account directly into the ledger, each in a balanced transfer. */
export async function manyMovements(
  { database, clock }: TestApp,
  { accountId, merchantId, count }: { accountId: string; merchantId: string; count: number },
): Promise<void> {
  const at = clock.now()
  await database.pool.query(
    `with made as (
       insert into transfer (id, mode, kind, reference, merchant_id, at)
       select id, 'PRODUCTION', 'CORRECTION', 'MANY-' || n, $2, $3
       from unnest($4::uuid[]) with ordinality as one (id, n) returning id, at)
     insert into entry (transfer_id, position, account_id, merchant_id, at, amount_kobo)
     select made.id, side, case side when 0 then $1::uuid else (
       select id from provider_account where mode = 'PRODUCTION' and kind = 'FLOAT_NIP') end, $2, at, 1 - 2 * side
     from made, generate_series(0, 1) as side`,
    [accountId, merchantId, at, Array.from({ length: count }, () => idAt(at))],
  )
}
