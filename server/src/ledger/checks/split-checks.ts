import { sql } from 'kysely'
import type { Check } from './check.ts'

/** Whether each share of a split collection is correct to the kobo, and nobody else has a share. */
export const splitChecks: Check[] = [
  {
    faults: {
      'share-mismatch': {
        harm: 'imbalance',
        sentence: 'Collections whose shares differ from their split',
      },
    },
    rows: sql`
      with paid as (
        select distinct transaction.id, virtual.id as virtual_account_id,
          transaction.amount_kobo - fee_kobo - vat_kobo - stamp_duty_kobo as net
        from split_part
        join virtual_account as virtual on virtual.id = split_part.virtual_account_id
        join transaction on beneficiary_number = virtual.account_number and transaction.mode = virtual.mode
          and payment_method is not null and type = 'CREDIT' and transaction.status = 'SUCCESS'
      ), part as (
        select paid.id, subaccount_id, split_type, split_value, net,
          coalesce(sum(split_value) filter (where split_type = 'FLAT') over (
            partition by paid.id order by position rows between unbounded preceding and 1 preceding), 0) as before,
          coalesce(sum(split_value) filter (where split_type = 'FLAT') over (partition by paid.id), 0) as flats
        from paid join split_part on split_part.virtual_account_id = paid.virtual_account_id
      ), expected as (
        select id, subaccount_id as account_id, case split_type
          when 'FLAT' then least(split_value, greatest(net - before, 0))
          else floor(greatest(net - flats, 0) * split_value / 10000)
        end as amount
        from part
      ), shared as (
        select entry.transaction_id as id, account_id, sum(entry.amount_kobo) as amount
        from account
        join entry on entry.account_id = account.id
        join transfer on transfer.id = transfer_id
        where account.kind = 'SUBACCOUNT' and transfer.kind = 'COLLECTION'
        group by 1, 2
      )
      select distinct 'share-mismatch' as kind, coalesce(expected.id, shared.id) as id
      from expected full join shared on shared.id = expected.id and shared.account_id = expected.account_id
      where coalesce(expected.amount, 0) <> coalesce(shared.amount, 0)`,
  },
  {
    faults: {
      'subaccount-account-mismatch': {
        harm: 'imbalance',
        sentence: 'Subaccounts whose ledger account is missing or has another kind, merchant or mode',
      },
      'split-merchant-mismatch': {
        harm: 'duplicated',
        sentence: "Splits with a subaccount of another merchant, or on a customer's account",
      },
      'split-exceeds-total': { harm: 'duplicated', sentence: 'Splits whose percentages exceed 100%' },
    },
    rows: sql`
      select 'subaccount-account-mismatch' as kind, coalesce(subaccount.id, account.id) as id
      from subaccount full join (select * from account where kind = 'SUBACCOUNT') as account
        on account.id = subaccount.id
      where (account.merchant_id, account.mode) is distinct from (subaccount.merchant_id, subaccount.mode)
      union all
      select fault.kind, virtual.id
      from (
        select virtual_account_id, sum(split_part.split_value) filter (where split_part.split_type = 'PERCENTAGE')
            as percent,
          bool_or((subaccount.merchant_id, subaccount.mode) <> (virtual.merchant_id, virtual.mode)
            or virtual.wallet_id is not null) as is_strange
        from split_part
        join subaccount on subaccount.id = subaccount_id
        join virtual_account as virtual on virtual.id = virtual_account_id
        group by virtual_account_id
      ) as split join virtual_account as virtual on virtual.id = virtual_account_id, lateral (values
        ('split-merchant-mismatch', is_strange),
        ('split-exceeds-total', percent > 10000)
      ) as fault (kind, is_found)
      where fault.is_found`,
  },
]
