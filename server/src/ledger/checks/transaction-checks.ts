import { sql } from 'kysely'
import type { Check } from './check.ts'

/** Whether every transaction had the effect that it says, once, and no other had any. */
export const transactionChecks: Check[] = [
  {
    faults: {
      'success-without-entries': { harm: 'lost', sentence: 'Successful transactions whose money did not move' },
      'entries-of-unknown-transaction': { harm: 'lost', sentence: 'Money that moved for transactions that are gone' },
      'posted-twice': { harm: 'duplicated', sentence: 'Transactions that moved money more than once' },
      'other-amount': { harm: 'duplicated', sentence: 'Transactions that moved another amount than they say' },
      'other-account': { harm: 'duplicated', sentence: 'Transactions that moved money of an account not theirs' },
      'entries-without-success': { harm: 'duplicated', sentence: 'Transactions that moved money and did not succeed' },
    },
    rows: sql`
      with effect as (
        select transaction_id, sum(amount_kobo) as amount, min(account_id::text)::uuid as account_id,
          min(account_id::text) <> max(account_id::text) as of_several,
          min(transfer_id::text) <> max(transfer_id::text) as in_several
        from entry where transaction_id is not null group by transaction_id
      ), seen as (
        select transaction.id, status, transaction.merchant_id, transaction.wallet_id, effect.*,
          case type
            when 'DEBIT' then -(amount_kobo + fee_kobo + vat_kobo + stamp_duty_kobo)
            else amount_kobo - (fee_kobo + vat_kobo + stamp_duty_kobo)
          end as said
        from transaction full join effect on effect.transaction_id = transaction.id
      )
      select fault.kind, coalesce(seen.id, seen.transaction_id) as id
      from seen left join account on account.id = seen.account_id, lateral (values
        ('success-without-entries', status = 'SUCCESS' and transaction_id is null and said <> 0),
        ('entries-of-unknown-transaction', seen.id is null),
        ('posted-twice', seen.id is not null and in_several),
        ('other-amount', status = 'SUCCESS' and amount <> said),
        ('other-account', seen.id is not null and transaction_id is not null and (of_several or account.id is null
          or account.merchant_id <> seen.merchant_id or account.wallet_id is distinct from seen.wallet_id)),
        ('entries-without-success', status <> 'SUCCESS' and transaction_id is not null)
      ) as fault (kind, is_found)
      where fault.is_found`,
  },
  {
    faults: {
      'one-sided-move': { harm: 'lost', sentence: 'Money moved inside that only one side shows, or each differently' },
    },
    rows: sql`
      select 'one-sided-move' as kind, min(id::text) as id from transaction
      where status = 'SUCCESS' and category not in ('BANK_TRANSFER', 'BANK_FUNDING')
      group by mode, reference
      having count(*) filter (where type = 'DEBIT') <> 1 or count(*) filter (where type = 'CREDIT') <> 1
        or min(amount_kobo) <> max(amount_kobo)`,
  },
  {
    faults: {
      'session-used-twice': { harm: 'duplicated', sentence: 'Transactions that share a session ID with another' },
    },
    rows: sql`
      select 'session-used-twice' as kind, max(id::text) as id from transaction
      where session_id is not null and category in ('BANK_TRANSFER', 'BANK_FUNDING')
      group by mode, type, session_id having count(*) > 1`,
  },
]
