import { sql } from 'kysely'
import { type Check, collected, oneSided, paidOut } from './check.ts'

/** Whether every transfer is complete: balanced, within one mode, between existing accounts, and visible to its holders. */
export const transferChecks: Check[] = [
  {
    faults: {
      'transfer-without-entries': { harm: 'lost', sentence: 'Transfers without entries' },
      'entries-without-transfer': { harm: 'lost', sentence: 'Entries without a transfer' },
      'entry-without-account': { harm: 'lost', sentence: 'Transfers on accounts that do not exist' },
      'orphaned-transfer': { harm: 'lost', sentence: 'Transfers whose transaction is missing' },
      'entry-without-transaction': {
        harm: 'lost',
        sentence: 'Transfers with customer entries that show no transaction',
      },
      'transfer-kind-mismatch': {
        harm: 'duplicated',
        sentence: 'Transfers whose kind does not match their transaction',
      },
      'unbalanced-transfer': { harm: 'imbalance', sentence: 'Transfers whose entries do not sum to zero' },
      'cross-mode-transfer': { harm: 'imbalance', sentence: 'Transfers between accounts of different modes' },
    },
    rows: sql`
      with moved as (
        select entry.transfer_id, sum(entry.amount_kobo) as amount,
          bool_or(account.id is null and provider.id is null) as has_no_account,
          bool_or(account.id is not null and entry.transaction_id is null) as is_unseen,
          min(coalesce(account.mode, provider.mode)) as first_mode,
          max(coalesce(account.mode, provider.mode)) as last_mode
        from entry
        left join account on account.id = entry.account_id
        left join provider_account as provider on provider.id = entry.account_id
        group by entry.transfer_id
      )
      select fault.kind, coalesce(transfer.id, moved.transfer_id) as id
      from transfer
      full join moved on moved.transfer_id = transfer.id
      left join transaction on transaction.id = transfer.transaction_id, lateral (values
        ('transfer-without-entries', moved.transfer_id is null),
        ('entries-without-transfer', transfer.id is null),
        ('entry-without-account', has_no_account),
        ('orphaned-transfer', transfer.transaction_id is not null and transaction.id is null),
        ('entry-without-transaction', is_unseen and transfer.transaction_id is not null),
        ('transfer-kind-mismatch', not case kind
          when 'PAYOUT' then category = 'BANK_TRANSFER' and type = 'DEBIT'
          when 'SETTLEMENT' then category = 'SETTLEMENT' and type = 'DEBIT'
          when 'REFUND' then category = 'REFUND' and type = 'DEBIT'
          when 'BILL' then category = 'BILL_PAYMENT' and type = 'DEBIT'
          when 'CLEARING' then category = 'CARD_PAYMENT' and type = 'DEBIT'
          when 'REVERSAL' then transaction.id is null or category = 'CARD_REVERSAL' and type = 'CREDIT'
          when 'SCHEME_PAYMENT' then transaction.id is null
          when 'PROVIDER_COST' then category in ${paidOut} and type = 'DEBIT'
          when 'COMPENSATION' then category in ${paidOut} and type = 'DEBIT' and status = 'FAILED'
          when 'COLLECTION' then category in ${collected} and type = 'CREDIT'
          when 'MOVE' then category not in ${oneSided} and type = 'DEBIT'
          when 'ACQUIRER_PAYMENT' then transaction.id is null
          when 'BILLER_PAYMENT' then transaction.id is null
          when 'CHARGE' then transaction.id is null or category = 'DEBIT_STORE'
          else transaction.id is null and kind = 'CORRECTION'
        end),
        ('unbalanced-transfer', amount <> 0),
        ('cross-mode-transfer', first_mode <> transfer.mode or last_mode <> transfer.mode)
      ) as fault (kind, is_found)
      where fault.is_found`,
  },
  {
    faults: {
      'retired-account-posting': { harm: 'imbalance', sentence: 'Postings on a retired account' },
    },
    // One correction per mode moved its balance; nothing is posted to it afterwards.
    rows: sql`
      select 'retired-account-posting' as kind, transfer.id
      from provider_account as retired
      join entry on entry.account_id = retired.id
      join transfer on transfer.id = entry.transfer_id
      where retired.kind = 'SETTLEMENT_CLEARING' and transfer.kind <> 'CORRECTION' and not exists (
        select from entry as later join transfer as correction on correction.id = later.transfer_id
        where later.account_id = retired.id and correction.kind = 'CORRECTION' and transfer.at <= correction.at
      )`,
  },
]
