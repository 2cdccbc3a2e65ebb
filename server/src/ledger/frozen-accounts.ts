import type { FreezeScope } from '@kobo/contract/kit/freeze'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../db/database.ts'

/** An account whose movements begin at an instant. */
export interface Movement {
  accountId: string
  at: Date
}

/**
 * Whether a freeze of an account, its merchant, its holder or its store stops movements at an instant. The answer holds until this
 * transaction ends: a freeze waits for it. An instant up to the lifting of a freeze counts as frozen.
 */
export async function isStoppedByFreeze(
  db: Transaction,
  scope: FreezeScope,
  { accountId, at }: Movement,
): Promise<boolean> {
  const { rows } = await sql<{ is_stopped: boolean }>`
    select ${scope} = any(account.frozen_scopes || merchant.frozen_scopes)
      or coalesce(greatest(account.freeze_lifted_at, merchant.freeze_lifted_at) >= ${at.toISOString()}, false) as is_stopped
    from account join merchant on merchant.id = account.merchant_id
    where account.id = any(
      with_own_accounts(array[${accountId}]::uuid[]) || array(select store_id from terminal where id = ${accountId})
    )
    order by account.id
    for key share of account, merchant
  `.execute(db)
  return rows.some(({ is_stopped }) => is_stopped)
}

/** Whether the merchant's own calls are frozen at an instant; a freeze waits until this transaction ends. */
export async function areCallsFrozen(
  db: Transaction,
  { merchantId, at }: { merchantId: string; at: Date },
): Promise<boolean> {
  const scope: FreezeScope = 'SIGNED_CALLS'
  const { rows } = await sql<{ is_stopped: boolean }>`
    select ${scope} = any(frozen_scopes) or coalesce(freeze_lifted_at >= ${at.toISOString()}, false) as is_stopped
    from merchant where id = ${merchantId} for key share
  `.execute(db)
  return rows.some(({ is_stopped }) => is_stopped)
}

/** Whether a freeze stops an account now, as a condition that locks nothing: what it lets through is checked again. */
export function isFrozen(accountId: RawBuilder<unknown>, scope: FreezeScope): RawBuilder<boolean> {
  return sql<boolean>`is_frozen(${accountId}, ${sql.lit(scope)})`
}

/** Whether a freeze keeps an outbound payment, a row of `transaction`, from being sent now. */
export const isPaymentFrozen = sql<boolean>`is_frozen(
  account_id, case category when 'REFUND' then 'REFUNDS' when 'SETTLEMENT' then 'SETTLEMENTS' else 'MONEY_OUT' end)`

/** Whether a freeze that began after a payment, a row of `transaction`, was lifted meanwhile. */
export const wasFrozenMeanwhile = sql<boolean>`exists (
  select from account join merchant on merchant.id = account.merchant_id
  where account.id = any(with_own_accounts(array[transaction.account_id]))
    and transaction.created_at <= greatest(account.freeze_lifted_at, merchant.freeze_lifted_at)
)`

/** Columns that identify a merchant, or a record of one: an account, or a wallet by its own id. */
interface RecordColumns {
  merchantId: RawBuilder<unknown>
  id: RawBuilder<unknown>
  /** Wallet of the record, if it may have one. */
  walletId?: RawBuilder<unknown>
}

/** Whether a freeze of a record, its holder or its merchant is in force. */
export function hasFreeze({ merchantId, id, walletId }: RecordColumns): RawBuilder<boolean> {
  const ofHolder = walletId
    ? sql`or account_freeze.account_id = (
        select own.id from account own where own.wallet_id = ${walletId} and own.kind = 'WALLET')`
    : sql``
  return sql<boolean>`exists (
    select from account_freeze
    where ended_at is null and account_freeze.merchant_id = ${merchantId}
      and (account_freeze.account_id is null or account_freeze.account_id = ${id} ${ofHolder})
  )`
}
