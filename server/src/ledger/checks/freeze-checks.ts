import { sql } from 'kysely'
import { retiredUntil } from '../audit-seals/retired-audit.ts'
import type { Check } from './check.ts'

/** Periods of freezes with the accounts that each binds. */
const bound = sql`
  select account_freeze.*, account.id as bound_id
  from account_freeze join account on account.merchant_id = account_freeze.merchant_id and (
    account_freeze.account_id is null or account.id = account_freeze.account_id
    or (account.kind = 'CHILD' and account_freeze.kind = 'WALLET'
      and account.wallet_id = (select own.wallet_id from account own where own.id = account_freeze.account_id))
    or (account.kind = 'TERMINAL' and account_freeze.kind = 'STORE'
      and exists (select from terminal where terminal.id = account.id and store_id = account_freeze.account_id))
  )`

/** Whether an instant lies inside a period. Clocks of servers differ a little, so the first second may belong to what came before. */
const isInside = (at: ReturnType<typeof sql>) => sql`
  ${at} > bound.started_at + interval '1 second' and ${at} <= coalesce(bound.ended_at, 'infinity')`

/** Whether freezes stopped what they were to stop, and stand as they were decided. */
export const freezeChecks: Check[] = [
  {
    faults: {
      'moved-while-frozen': {
        harm: 'lost',
        sentence: 'Payments, purchases, transfers and collections that began inside a freeze',
      },
    },
    rows: sql`
      with bound as materialized (${bound})
      select 'moved-while-frozen' as kind, 'hold ' || hold.id as id
      from bound join hold on hold.account_id = bound.bound_id
      where ${isInside(sql`hold.created_at`)} and case hold.kind
          when 'AUTHORISATION' then 'CARDS' when 'SETTLEMENT' then 'SETTLEMENTS' when 'REFUND' then 'REFUNDS'
          when 'PAYOUT' then 'MONEY_OUT' when 'BILL' then 'MONEY_OUT'
        end = any(bound.scopes)
        and not exists (select from refund where refund.refund_transaction_id = hold.transaction_id and refund.dispute_id is not null)
      union all
      select 'moved-while-frozen', 'transfer ' || transfer.id
      from bound join entry on entry.account_id = bound.bound_id and entry.amount_kobo < 0
      join transfer on transfer.id = entry.transfer_id and transfer.kind = 'MOVE'
      join account on account.id = bound.bound_id and account.kind <> 'TERMINAL'
      where 'MONEY_OUT' = any(bound.scopes) and ${isInside(sql`transfer.at`)}
      union all
      select 'moved-while-frozen', 'transaction ' || transaction.id
      from bound join transaction on transaction.account_id = bound.bound_id
      where 'COLLECTIONS' = any(bound.scopes) and transaction.type = 'CREDIT' and transaction.status in ('PENDING', 'SUCCESS')
        and transaction.category in ('BANK_FUNDING', 'CREDIT_STORE', 'CARD_PAYMENT')
        and ${isInside(sql`transaction.created_at`)}
      union all
      select 'moved-while-frozen', 'call ' || inbound_call.call || ' ' || inbound_call.reference
      from (select * from account_freeze where account_id is null and 'SIGNED_CALLS' = any(scopes)) as bound
      join inbound_call on inbound_call.merchant_id = bound.merchant_id and inbound_call.caller = bound.merchant_id::text
      where ${isInside(sql`inbound_call.at`)}`,
  },
  {
    faults: {
      'freeze-mismatch': {
        harm: 'lost',
        sentence: 'Merchants and accounts whose stored scopes are not those of their freeze in force',
      },
    },
    rows: sql`
      select 'freeze-mismatch' as kind, 'merchant ' || merchant.id as id
      from merchant left join account_freeze on account_freeze.merchant_id = merchant.id and account_id is null and ended_at is null
      where frozen_scopes <> coalesce(scopes, '{}')
      union all
      select 'freeze-mismatch', 'account ' || account.id
      from account left join account_freeze on account_freeze.account_id = account.id and ended_at is null
      where frozen_scopes <> coalesce(scopes, '{}')`,
  },
  {
    faults: {
      'freeze-without-audit': {
        harm: 'auditGaps',
        sentence: 'Freezes that an operator started or lifted without an audit record',
      },
    },
    rows: sql`
      select 'freeze-without-audit' as kind, account_freeze.id
      from account_freeze
      where started_at > ${retiredUntil} and (not exists (
          select from audit where record_type = 'freeze' and record_id = account_freeze.id::text and action = 'freeze.start')
        or (ended_by is not null and not exists (
          select from audit where record_type = 'freeze' and record_id = account_freeze.id::text and action = 'freeze.lift')))`,
  },
]
