import { sql } from 'kysely'
import type { Check } from './check.ts'

/** Whether stored balances match the entries and the open holds. */
export const balanceChecks: Check[] = [
  {
    faults: {
      'booked-balance-mismatch': {
        harm: 'imbalance',
        sentence: 'Customer accounts whose booked balance differs from the sum of their entries',
      },
      'available-balance-mismatch': {
        harm: 'imbalance',
        sentence: 'Accounts whose available balance differs from the booked balance less holds',
      },
      'negative-balance': { harm: 'imbalance', sentence: 'Customer accounts with a negative balance' },
    },
    rows: sql`
      with entered as (
        select account_id, sum(amount_kobo) as amount from entry group by account_id
      ), held as (
        select account_id, sum(amount_kobo) as amount from hold where status = 'HELD' group by account_id
      )
      select fault.kind, account.id
      from account
      left join entered on entered.account_id = account.id
      left join held on held.account_id = account.id, lateral (values
        ('booked-balance-mismatch', booked_kobo <> coalesce(entered.amount, 0)),
        ('available-balance-mismatch', available_kobo <> booked_kobo - coalesce(held.amount, 0)),
        ('negative-balance', least(booked_kobo, available_kobo) < 0)
      ) as fault (kind, is_found)
      where fault.is_found`,
  },
  {
    faults: {
      'provider-balance-mismatch': {
        harm: 'imbalance',
        sentence: 'Provider accounts whose balance differs from the sum of their entries',
      },
      'orphaned-balance-delta': { harm: 'imbalance', sentence: 'Balance changes of accounts that do not exist' },
    },
    rows: sql`
      with entered as (
        select account_id, sum(amount_kobo) as amount from entry group by account_id
      ), waiting as (
        select account_id, sum(amount_kobo) as amount from balance_delta group by account_id
      )
      select fault.kind, coalesce(provider.id, waiting.account_id) as id
      from provider_account as provider
      full join waiting on waiting.account_id = provider.id
      left join entered on entered.account_id = provider.id, lateral (values
        ('provider-balance-mismatch', balance_kobo + coalesce(waiting.amount, 0) <> coalesce(entered.amount, 0)),
        ('orphaned-balance-delta', provider.id is null
          and not exists (select from account where account.id = waiting.account_id))
      ) as fault (kind, is_found)
      where fault.is_found`,
  },
  {
    faults: {
      'mode-out-of-balance': { harm: 'imbalance', sentence: 'Modes whose balances do not sum to zero' },
    },
    rows: sql`
      select 'mode-out-of-balance' as kind, mode as id from (
        select mode, booked_kobo as amount from account
        union all
        select mode, balance_kobo from provider_account
        union all
        select mode, amount_kobo from balance_delta join provider_account on provider_account.id = account_id
      ) as balance group by mode having sum(amount) <> 0`,
  },
]
