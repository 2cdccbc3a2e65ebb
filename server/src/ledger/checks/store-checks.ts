import { sql } from 'kysely'
import { lagosDayOf } from '../account-days.ts'
import type { Check } from './check.ts'

/** Transactions of stores and terminals, as kind of account, type and category. */
const validCombinations = sql`('TERMINAL CREDIT CREDIT_STORE', 'TERMINAL DEBIT TRANSFER_FROM_TERMINAL',
  'STORE CREDIT TERMINAL_TO_STORE', 'STORE CREDIT TRANSFER_FROM_MERCHANT', 'STORE DEBIT TRANSFER_FROM_STORE',
  'STORE DEBIT DEBIT_STORE', 'STORE DEBIT BANK_TRANSFER')`

/** Categories that only they have. */
const storeCategories = sql`('CREDIT_STORE', 'DEBIT_STORE', 'TERMINAL_TO_STORE', 'TRANSFER_FROM_TERMINAL',
  'TRANSFER_FROM_MERCHANT', 'TRANSFER_FROM_STORE')`

/** Both sides of transfers to and from stores. */
const paired = sql`('TRANSFER_FROM_TERMINAL TERMINAL_TO_STORE', 'MERCHANT_DEBIT TRANSFER_FROM_MERCHANT',
  'TRANSFER_FROM_STORE MERCHANT_CREDIT')`

/** Whether stores and terminals belong to their merchants, move money as recorded, and pay each month once. */
export const storeChecks: Check[] = [
  {
    faults: {
      'store-account-mismatch': {
        harm: 'imbalance',
        sentence: 'Stores whose ledger account is missing or has another kind, merchant or mode',
      },
      'terminal-account-mismatch': {
        harm: 'imbalance',
        sentence: 'Terminals whose ledger account is missing or has another kind, merchant or mode',
      },
      'store-merchant-mismatch': {
        harm: 'duplicated',
        sentence: 'Stores in a shop of another merchant, or terminals in a store of another merchant',
      },
    },
    rows: sql`
      select 'store-account-mismatch' as kind, coalesce(store.id, account.id) as id
      from store full join (select * from account where kind = 'STORE') as account on account.id = store.id
      where (account.merchant_id, account.mode) is distinct from (store.merchant_id, store.mode)
      union all
      select 'terminal-account-mismatch', coalesce(terminal.id, account.id)
      from terminal full join (select * from account where kind = 'TERMINAL') as account on account.id = terminal.id
      where (account.merchant_id, account.mode) is distinct from (terminal.merchant_id, terminal.mode)
      union all
      select 'store-merchant-mismatch', store.id
      from store join shop on shop.id = shop_id
      where (shop.merchant_id, shop.mode) <> (store.merchant_id, store.mode)
      union all
      select 'store-merchant-mismatch', terminal.id
      from terminal join store on store.id = store_id
      where (store.merchant_id, store.mode) <> (terminal.merchant_id, terminal.mode)`,
  },
  {
    faults: {
      'store-category-mismatch': {
        harm: 'duplicated',
        sentence: 'Store and terminal transactions with a category their account cannot have',
      },
      'terminal-id-mismatch': {
        harm: 'lost',
        sentence: 'Transactions with a wrong or missing terminal ID',
      },
      'invalid-terminal-fee-reference': {
        harm: 'duplicated',
        sentence: 'Terminal fees whose reference does not match a terminal and a month of its existence',
      },
    },
    rows: sql`
      select fault.kind, transaction.id
      from transaction
      left join terminal on terminal.id = terminal_id
      left join account on account.id = terminal.id, lateral (values
        ('store-category-mismatch',
          (scope in ('STORE', 'TERMINAL') or category in ${storeCategories})
            and scope || ' ' || transaction.type || ' ' || category not in ${validCombinations}),
        ('terminal-id-mismatch', case
          when scope = 'TERMINAL' then terminal_id is distinct from transaction.account_id
          when category in ('TERMINAL_TO_STORE', 'DEBIT_STORE')
            then terminal.store_id is distinct from transaction.account_id
          else terminal_id is not null
        end),
        -- References are unique, so that a terminal has one such charge a month.
        ('invalid-terminal-fee-reference', category = 'DEBIT_STORE' and terminal.id is not null and not (
          transaction.reference like 'TERMINAL/____-__/' || account.account_number
          and substring(transaction.reference from 10 for 7)
            between to_char(${lagosDayOf(sql.ref('terminal.created_at'))}, 'YYYY-MM')
            and to_char(${lagosDayOf(sql.ref('transaction.created_at'))}, 'YYYY-MM')
        ))
      ) as fault (kind, is_found)
      where (scope in ('STORE', 'TERMINAL') or terminal_id is not null or category in ${storeCategories}) and fault.is_found`,
  },
  {
    faults: {
      'store-transfer-mismatch': {
        harm: 'duplicated',
        sentence: 'Store transfers whose two sides differ in category, terminal or merchant',
      },
    },
    rows: sql`
      select 'store-transfer-mismatch' as kind, debit.id
      from transaction as debit
      join transaction as credit
        on credit.reference = debit.reference and credit.mode = debit.mode and credit.merchant_id = debit.merchant_id
          and credit.type = 'CREDIT'
      where debit.type = 'DEBIT' and debit.status = 'SUCCESS'
        and (debit.scope in ('STORE', 'TERMINAL') or credit.scope in ('STORE', 'TERMINAL'))
        and (debit.category || ' ' || credit.category not in ${paired}
          or debit.terminal_id is distinct from credit.terminal_id)`,
  },
]
