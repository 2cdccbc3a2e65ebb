import { mode as modes } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../db/database.ts'
import { lockCounts } from '../fold.ts'
import { countRows } from './count-rows.ts'
import { recountMonth } from './recount.ts'
import { anyDay, every, everyMerchant, kycScope } from './scopes.ts'

/** Fields by which a merchant is counted. */
interface CountedMerchant {
  mode: string
  verified: string
}

/** Counts new merchants. Every insert of a merchant calls this in the same transaction. */
export async function countMerchants(db: Transaction, merchants: readonly CountedMerchant[]): Promise<void> {
  await countRows(
    db,
    merchants.map((merchant) => change(merchant, 1n)),
  )
}

/** Counts the change of a merchant's KYC status from the one seen. Every such update calls this. */
export async function countKycStep(db: Transaction, seen: CountedMerchant, verified: string): Promise<void> {
  await countRows(db, [change(seen, -1n), change({ ...seen, verified }, 1n)])
}

/** Number of merchants of a mode per KYC status, exact at this instant. */
export async function merchantsByKyc(db: Database, mode: string): Promise<{ verified: string; n: bigint }[]> {
  const { rows } = await sql<{ verified: string; n: bigint }>`
    select type as verified, sum(n)::bigint as n
    from (
      select type, n from count_month
      where mode = ${mode} and scope = ${kycScope} and merchant_id = ${everyMerchant} and type <> ${every}
      union all
      select type, n from count_delta where mode = ${mode} and scope = ${sql.lit(kycScope)}
    ) as counted group by type`.execute(db)
  return rows
}

/** Recounts the merchants of modes with wrong counts, left by an older release. Returns these modes. */
export async function recountMerchants(db: Transaction): Promise<string[]> {
  await lockCounts(db)
  const { rows } = await sql<{ mode: string }>`
    select distinct mode
    from (
      select mode, verified
      from (
        select mode, verified, count(*) as n from merchant group by 1, 2
        union all
        select mode, type, -n from count_month
        where mode = any(${modes.options}) and scope = ${kycScope} and merchant_id = ${everyMerchant} and type <> ${every}
        union all
        select mode, type, -n from count_delta where scope = ${sql.lit(kycScope)}
      ) as part group by mode, verified having sum(n) <> 0
    ) as differing`.execute(db)
  for (const { mode } of rows) await recountMonth(db, { mode, scope: kycScope, month: anyDay })
  return rows.map(({ mode }) => mode)
}

function change({ mode, verified }: CountedMerchant, n: bigint) {
  const wildcards = { merchant_id: everyMerchant, category: every, created_at: anyDay }
  const row = { mode, scope: kycScope, type: verified, ...wildcards }
  return { row, n, n_success: 0n, success_kobo: 0n }
}
