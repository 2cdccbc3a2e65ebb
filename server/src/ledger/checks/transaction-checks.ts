import { sql } from 'kysely'
import { chargedBeside, type Check, checkedAt, collected, oneSided, paidOut } from './check.ts'

/** Final response codes, after which no status query follows: the money has left, or never will. */
const definite = sql`('00', '51', '57', '07', '13', '61')`

/** Whether every transaction had its recorded effect, once, and no other had any. */
export const transactionChecks: Check[] = [
  {
    faults: {
      'success-without-entries': { harm: 'lost', sentence: 'Successful transactions without ledger entries' },
      'orphaned-entries': { harm: 'lost', sentence: 'Entries whose transaction is missing' },
      'duplicate-posting': { harm: 'duplicated', sentence: 'Transactions posted more than once' },
      'transaction-amount-mismatch': {
        harm: 'duplicated',
        sentence: 'Transactions whose posted amount differs from their own',
      },
      'transaction-account-mismatch': {
        harm: 'duplicated',
        sentence: 'Transactions posted to an account that is not theirs',
      },
      'entries-without-success': { harm: 'duplicated', sentence: 'Posted transactions that did not succeed' },
    },
    rows: sql`
      with effect as (
        select transaction_id, sum(amount_kobo) as amount, min(account_id::text) as first_account,
          max(account_id::text) as last_account, min(account_id::text) filter (where not is_share) as first_own,
          max(account_id::text) filter (where not is_share) as last_own,
          min(transfer_id::text) <> max(transfer_id::text) as in_several
        from (
          select entry.*, kind is not distinct from 'SUBACCOUNT' and account.merchant_id = entry.merchant_id as is_share
          from entry left join account on account.id = entry.account_id where transaction_id is not null
        ) as entry
        group by transaction_id
      ), seen as (
        select transaction.id, status, type, category, account_id::text, effect.*,
          case type
            when 'DEBIT' then -(amount_kobo + fee_kobo + vat_kobo + stamp_duty_kobo)
            else amount_kobo - (fee_kobo + vat_kobo + stamp_duty_kobo)
          end as said
        from transaction full join effect on effect.transaction_id = transaction.id
      )
      select fault.kind, coalesce(seen.id, seen.transaction_id) as id
      from seen, lateral (values
        ('success-without-entries', status = 'SUCCESS' and transaction_id is null and said <> 0),
        ('orphaned-entries', seen.id is null),
        ('duplicate-posting', seen.id is not null and in_several),
        ('transaction-amount-mismatch', status = 'SUCCESS' and amount <> said),
        ('transaction-account-mismatch', seen.id is not null and transaction_id is not null and case
          when type = 'CREDIT' and category in ${collected} then account_id is distinct from coalesce(first_own, account_id)
            or account_id is distinct from coalesce(last_own, account_id)
          else account_id is distinct from first_account or account_id is distinct from last_account
        end),
        ('entries-without-success', status <> 'SUCCESS' and transaction_id is not null)
      ) as fault (kind, is_found)
      where fault.is_found`,
  },
  {
    faults: {
      'transaction-without-account': { harm: 'lost', sentence: 'Transactions whose account is missing' },
      'transaction-scope-mismatch': {
        harm: 'duplicated',
        sentence: 'Transactions whose kind, merchant, wallet or mode differs from their account',
      },
    },
    rows: sql`
      select fault.kind, transaction.id
      from transaction left join account on account.id = transaction.account_id, lateral (values
        ('transaction-without-account', account.id is null),
        ('transaction-scope-mismatch', account.kind <> scope or account.merchant_id <> transaction.merchant_id
          or account.mode <> transaction.mode or account.id is not null
            and case account.kind when 'CHILD' then null else account.wallet_id end is distinct from transaction.wallet_id)
      ) as fault (kind, is_found)
      where fault.is_found`,
  },
  {
    faults: {
      'one-sided-book-transfer': {
        harm: 'lost',
        sentence: 'Book transfers whose two sides differ, or with only one side',
      },
    },
    rows: sql`
      select 'one-sided-book-transfer' as kind, min(id::text) as id from transaction
      where status = 'SUCCESS' and category not in ${oneSided}
      group by mode, merchant_id, reference
      having count(*) filter (where type = 'DEBIT') <> 1 or count(*) filter (where type = 'CREDIT') <> 1
        or min(amount_kobo) <> max(amount_kobo)`,
  },
  {
    faults: {
      'duplicate-session-id': { harm: 'duplicated', sentence: 'Transactions that share a session ID' },
    },
    rows: sql`
      select 'duplicate-session-id' as kind, max(id::text) as id from transaction
      where session_id is not null and category not in ${chargedBeside}
      group by mode, type, session_id having count(*) > 1`,
  },
  {
    faults: {
      'missing-status-query': {
        harm: 'lost',
        sentence: 'Unconfirmed payments without status queries',
      },
    },
    // An operator's decision leaves no code, and "25" means no record. A hold shows that the payment may have been sent, and when
    // it ended: status queries must then follow for the engine's period. A dispute's refund holds before it is sent.
    rows: sql`
      select 'missing-status-query' as kind, transaction.id
      from transaction join hold on hold.transaction_id = transaction.id
      where transaction.status in ('SUCCESS', 'FAILED') and category in ${paidOut} and type = 'DEBIT'
        and coalesce(response_code, '25') = '25' and asked_until is null
        and ended_at > ${checkedAt} - interval '72 hours'
        and not (session_id is null and exists (
          select from refund where refund_transaction_id = transaction.id and refund.dispute_id is not null))
        and not exists (
          select from payout_log
          where payout_log.transaction_id = transaction.id and payout_log.response_code in ${definite}
            and payout_log.category in ('FUND_PENDING', 'TRANSACTION_STATUS')
        )`,
  },
]
