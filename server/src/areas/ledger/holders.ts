import type { Mode } from '@kobo/contract/kit/mode'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { notFound } from '../../http/http-error.ts'

/** Account with its owner. `available_kobo` is null for the provider's own accounts, whose whole balance is available. */
export interface Holder {
  id: string
  kind: string
  name: string
  account_number: string | null
  merchant_id: string | null
  business_name: string | null
  wallet_id: string | null
  status: string
  available_kobo: bigint | null
}

type CustomerKind = 'MERCHANT' | 'WALLET' | 'CHILD' | 'SUBACCOUNT' | 'STORE' | 'TERMINAL'
export type HolderKind = CustomerKind | 'PROVIDER'

interface AccountKind {
  name: RawBuilder<unknown>
  isActive: RawBuilder<unknown>
  joins: RawBuilder<unknown>
}

/** Name and active status of each kind of customer account. */
const accountKinds: Record<CustomerKind, AccountKind> = {
  MERCHANT: { name: sql`business_name`, isActive: sql`merchant.status = 'ACTIVE'`, joins: sql`` },
  WALLET: {
    name: sql`account.account_name`,
    isActive: sql`wallet.status = 'ACTIVE'`,
    joins: sql`left join wallet on wallet.id = account.wallet_id`,
  },
  CHILD: { name: sql`account.account_name`, isActive: sql`account.inactive_since is null`, joins: sql`` },
  SUBACCOUNT: {
    name: sql`subaccount.name`,
    isActive: sql`subaccount.inactive_since is null`,
    joins: sql`left join subaccount on subaccount.id = account.id`,
  },
  STORE: { name: sql`store.name`, isActive: sql`true`, joins: sql`left join store on store.id = account.id` },
  TERMINAL: {
    name: sql`terminal.serial_number`,
    isActive: sql`terminal.inactive_since is null`,
    joins: sql`left join terminal on terminal.id = account.id`,
  },
}

/**
 * Returns a query for the accounts of a kind in a mode. `is_active` is a column of its own, because the planner can estimate a
 * condition on it but not on the derived `status`. Left joins that a count does not use cost nothing.
 */
export function holdersOf(kind: HolderKind, mode: Mode): RawBuilder<Holder> {
  if (kind === 'PROVIDER') {
    return sql<Holder>`
      select id, kind, null::timestamptz as created_at, kind as name, null as account_number, null::uuid as merchant_id,
        null as business_name, null::uuid as wallet_id, null::bigint as available_kobo,
        kind <> 'SETTLEMENT_CLEARING' as is_active,
        case when kind = 'SETTLEMENT_CLEARING' then 'INACTIVE' else 'ACTIVE' end as status
      from provider_account where mode = ${mode}`
  }
  const { name, isActive, joins } = accountKinds[kind]
  return sql<Holder>`
    select account.id, account.kind, account.created_at, ${name} as name, account.account_number, account.merchant_id,
      business_name, account.wallet_id, available_kobo, ${isActive} as is_active,
      case when ${isActive} then 'ACTIVE' else 'INACTIVE' end as status
    from account left join merchant on merchant.id = account.merchant_id ${joins}
    where account.mode = ${mode} and account.kind = ${sql.lit(kind)}`
}

/** Returns an account's kind. An account of the other mode is rejected as not found. */
export async function findAccount(db: Database, mode: Mode, accountId: string): Promise<HolderKind> {
  const { rows } = await sql<{ kind: HolderKind }>`
    select kind from account where id = ${accountId} and mode = ${mode}
    union all
    select 'PROVIDER' from provider_account where id = ${accountId} and mode = ${mode}
  `.execute(db)
  const [found] = rows
  if (!found) throw notFound('This account')
  return found.kind
}
