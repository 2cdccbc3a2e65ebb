import type { Mode } from '@kobo/contract/kit/mode'
import type { Transaction } from '../db/database.ts'
import { collect } from './ledger-fixtures.ts'
import type { CustomerAccount } from './customer-accounts.ts'
import { idAt } from './factories.ts'
import { ownAccount } from './payouts.ts'

const createdAt = '2026-03-04T10:00:00.000Z'

/** Amount of a collection less its charges. */
const netKobo = 298_925n

/** Records a collection of a merchant and its settlement, which failed because no bank account was set. */
export async function anUnpaidSettlement(t: Transaction, account: CustomerAccount): Promise<string> {
  const { mode, merchantId: merchant_id, id: account_id } = account
  const transaction_id = await collect(t, account)
  const id = idAt(createdAt)
  const common = { merchant_id, account_id, amount_kobo: netKobo }
  await t
    .insertInto('settlement')
    .values({
      ...common,
      id,
      mode,
      created_at: createdAt,
      category: 'MERCHANT_SETTLEMENT',
      status: 'FAILED',
      reason: 'No bank',
    })
    .execute()
  const item = { ...common, transaction_id, collected_at: createdAt, state: 'SETTLED', settlement_id: id }
  await t.insertInto('settlement_item').values(item).execute()
  return id
}

/** Inserts a settlement that failed before it was sent and returns its id. */
export async function aFailedSettlement(t: Transaction, mode: Mode, merchantId: string, at: Date): Promise<string> {
  const id = idAt(at)
  await t
    .insertInto('settlement')
    .values({
      id,
      mode,
      merchant_id: merchantId,
      account_id: (await ownAccount(t, merchantId)).id,
      created_at: at.toISOString(),
      category: 'MERCHANT_SETTLEMENT',
      status: 'FAILED',
      amount_kobo: 250_000n,
      reason: 'The merchant has no settlement account',
    })
    .execute()
  return id
}
