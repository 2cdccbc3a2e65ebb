import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '@kobo/server/db/database'
import type { BatchRow } from '@kobo/server/engine/bulk/open-batch'
import type { Engine } from '@kobo/server/engine/engine'
import { newReference } from '@kobo/server/engine/reference'
import { banks } from '@kobo/server/rails/banks'
import { pickFrom, someAccountNumber, someName } from './traffic-accounts.ts'
import type { Stage } from './partners.ts'

const startedItems = 1_500
const onceInMs = 3_600_000
const maxNaira = 5_000

/** Enqueues the jobs of the open batches of a newly filled demo. */
export async function startOpenBatches({ db, jobs }: Pick<Engine, 'db' | 'jobs'>): Promise<void> {
  const open = await db
    .selectFrom('bulk_batch')
    .select(['id', 'merchant_id', 'status'])
    .where('status', 'in', ['UPLOADED', 'PROCESSING'])
    .execute()
  for (const { id: batchId, merchant_id: merchantId, status } of open) {
    const key = `${batchId} 0`
    if (status === 'PROCESSING')
      await jobs.enqueue(db, 'process-batch', { batchId, merchantId, round: 0, idle: 0 }, { key })
    else await jobs.enqueue(db, 'validate-batch', { batchId, merchantId, after: 0, attempt: 1 }, { key })
  }
}

/** Uploads a large batch, at most once an hour. */
export async function uploadNow({ db, partners }: Stage): Promise<void> {
  const since = new Date(Date.now() - onceInMs).toISOString()
  const large = await db
    .selectFrom('bulk_batch')
    .select('id')
    .where('created_at', '>', since)
    .where('total_items', '=', startedItems)
    .executeTakeFirst()
  if (!large) await uploadBatch({ db, partners }, startedItems)
}

/** Uploads a batch of small payouts of the merchant with the highest balance that is not frozen; returns null if there is no merchant. */
export async function uploadBatch({ db, partners }: Stage, items: number) {
  const merchant = await richestMerchant(db)
  if (!merchant) return null
  const merchantId = merchant.merchant_id
  const reference = newReference(new Date()).replace('KBO', 'BULK')
  // The batch with its charges takes about two thirds of the merchant's balance.
  const typicalNaira = Math.min(maxNaira, Number(merchant.available_kobo / BigInt(items)) / 180)
  const rows = Array.from({ length: items }, () => someRow(typicalNaira))
  const { batchId } = await partners.ask(merchantId, 'batches', { reference, rows })
  return { batchId, reference, merchantId }
}

async function richestMerchant(db: Database) {
  return await db
    .selectFrom('account')
    .innerJoin('merchant', 'merchant.id', 'account.merchant_id')
    .select(['account.merchant_id', 'account.available_kobo'])
    .where('account.kind', '=', 'MERCHANT')
    .where('merchant.mode', '=', 'PRODUCTION')
    .where('merchant.status', '=', 'ACTIVE')
    .where(sql<boolean>`merchant.frozen_scopes = '{}'`)
    .orderBy('account.available_kobo', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Returns a row; one in a hundred has a typical mistake. */
function someRow(typicalNaira: number): BatchRow {
  const bank = pickFrom(banks)
  const accountNumber = someAccountNumber(bank?.code ?? '')
  const isWrong = randomInt(100) === 0
  return {
    beneficiaryName: someName(),
    accountNumber: isWrong ? accountNumber.slice(1) : accountNumber,
    bankCode: bank?.code ?? '',
    amount: (typicalNaira * (0.5 + randomInt(100) / 100)).toFixed(2),
    narration: 'Salary',
  }
}
