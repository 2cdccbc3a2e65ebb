import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { every, everyMerchant, kycScope, scopesWithMerchantDays } from '../counters/scopes.ts'

const merchantsAtOnce = 200

interface Scope {
  mode: string
  scope: string
}

interface ComparedScope extends Scope {
  /** Range of merchants, its end excluded; null for the counters of all merchants. */
  merchants: { from: string; to: string | null } | null
  /** Only later months. */
  after: string
}

const inMonth = sql`date_trunc('month', day)::date as month`
const sums = sql`sum(n) <> 0 or sum(n_success) <> 0 or sum(success_kobo) <> 0`
const plus = sql`n, n_success, success_kobo`
const minus = sql`-n as n, -n_success as n_success, -success_kobo as success_kobo`

/** The first later month in which counters of the same rows differ. Folding changes all of them in one transaction. */
export async function differingMonth(
  db: Transaction,
  { merchants, after, ...counterScope }: ComparedScope,
): Promise<string | null> {
  const differing = merchants === null ? compareAllMerchants(counterScope) : compareMerchants(counterScope, merchants)
  const { rows } = await sql<{ month: string }>`
    select month from (${differing}) as differing where month > ${after} order by month limit 1`.execute(db)
  return rows[0]?.month ?? null
}

/** Days against months, and the merchants' months together against those of all merchants. */
function compareAllMerchants({ mode, scope }: Scope) {
  const isInScope = sql`mode = ${mode} and scope = ${scope}`
  return sql`
    select month from (
      select type, category, ${inMonth}, ${plus} from count_day where ${isInScope}
      union all
      select type, category, month, ${minus} from count_month where ${isInScope} and merchant_id = ${everyMerchant}
    ) as part group by type, category, month having ${sums}
    union all
    select month from (
      select month, ${plus} from count_month
      where ${isInScope} and merchant_id = ${everyMerchant} and type = ${every} and category = ${every}
      union all
      select month, ${minus} from count_month
      where ${isInScope} and merchant_id <> ${everyMerchant} and type = ${every} and category = ${every}
      union all
      -- Rows without a merchant count only in the months of all merchants.
      select ${inMonth}, ${minus} from count_merchant_day where ${isInScope} and merchant_id = ${everyMerchant}
    ) as part where ${scope} <> ${kycScope} group by month having ${sums}`
}

/** A merchant's types against all types together, and its days, if counted, against its months. */
function compareMerchants({ mode, scope }: Scope, { from, to }: { from: string; to: string | null }) {
  const isInRange = sql`mode = ${mode} and scope = ${scope} and merchant_id >= ${from}
    ${to === null ? sql`` : sql`and merchant_id < ${to}`}`
  const byType = sql`
    select month from (
      select merchant_id, category, month, ${plus} from count_month where ${isInRange} and type = ${every}
      union all
      select merchant_id, category, month, ${minus} from count_month where ${isInRange} and type <> ${every}
    ) as part group by merchant_id, category, month having ${sums}`
  if (!scopesWithMerchantDays.includes(scope)) return byType
  return sql`${byType}
    union all
    select month from (
      select merchant_id, type, category, month, ${plus} from count_month
      where ${isInRange} and merchant_id <> ${everyMerchant} and type <> ${every} and category <> ${every}
      union all
      select merchant_id, type, category, ${inMonth}, ${minus} from count_merchant_day
      where ${isInRange} and merchant_id <> ${everyMerchant}
    ) as part group by merchant_id, type, category, month having ${sums}`
}

/** The merchant at which the comparison continues after a range; the first for null, and null after the last. */
export async function nextMerchant(
  db: Transaction,
  { mode, scope, from }: Scope & { from: string | null },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select merchant_id as id from count_month
    where mode = ${mode} and scope = ${scope} and merchant_id >= ${from ?? everyMerchant}
    group by merchant_id order by merchant_id offset ${from === null ? 0 : merchantsAtOnce} limit 1`.execute(db)
  return rows[0]?.id ?? null
}

/** The next scope in the order of modes and scopes. */
export async function nextScope(db: Transaction, { mode, scope }: Scope): Promise<Scope | null> {
  const next = (table: string) => sql`(
    select mode, scope from ${sql.table(table)} where (mode, scope) > (${mode}, ${scope}) order by mode, scope limit 1)`
  const { rows } = await sql<Scope>`
    select * from (${next('count_day')} union all ${next('count_month')}) as following
    order by mode, scope limit 1`.execute(db)
  return rows[0] ?? null
}
