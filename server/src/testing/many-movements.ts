import { idAt } from './id-at.ts'
import type { TestApp } from './app.ts'

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
