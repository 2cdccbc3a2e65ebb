import { sql } from 'kysely'
import type { Transaction } from '../db/database.ts'
import { countKycStep } from '../ledger/counters/merchants-by-kyc.ts'
import { uuidv7 } from '../uuid.ts'
import { auditRow, changeHold, payOut } from './ledger-fixtures.ts'
import type { CustomerAccount } from './customer-accounts.ts'
import { someStaff } from './dispute-bookkeeping.ts'
import { idAt } from './factories.ts'
import { aScheduledPayout } from './timed-payouts.ts'

const at = '2026-03-04T10:00:00.000Z'

/** Records a payout that an operator marked as failed and that has no status queries. */
export async function failedByOperator(
  t: Transaction,
  account: CustomerAccount,
  { hoursAgo }: { hoursAgo: number },
): Promise<string> {
  const id = await payOut(t, account, 'FAILED', { response_code: null, asked_until: null })
  await auditRow(t, 'payout.failed', ['transaction', id], { status: 'FAILED' }, { status: 'PENDING' })
  await sql`alter table hold disable trigger hold_final`.execute(t)
  await changeHold(t, id, sql`ended_at = now() - make_interval(hours => ${hoursAgo})`)
  await sql`alter table hold enable trigger hold_final`.execute(t)
  return id
}

/** Logs a response of the switch to a status query. */
export async function logResponse(
  t: Transaction,
  { merchantId: merchant_id }: CustomerAccount,
  transaction_id: string,
  response_code: string,
): Promise<void> {
  const row = { id: idAt(at), merchant_id, transaction_id, created_at: at, category: 'TRANSACTION_STATUS' }
  await t
    .insertInto('payout_log')
    .values({ ...row, response_code })
    .execute()
}

export async function acceptKyc(t: Transaction, { merchantId }: CustomerAccount, decidedAt = at): Promise<void> {
  await sql`alter table merchant disable trigger merchant_kyc_steps`.execute(t)
  const before = await t.selectFrom('merchant').selectAll().where('id', '=', merchantId).executeTakeFirstOrThrow()
  await sql`update merchant set verified = 'ACCEPTED', decided_at = ${decidedAt} where id = ${merchantId}`.execute(t)
  await countKycStep(t, before, 'ACCEPTED')
}

export async function approvedMerchantUpgrade(
  t: Transaction,
  { merchantId }: CustomerAccount,
  decidedAt = at,
): Promise<string> {
  const id = idAt(at)
  await sql`insert into merchant_upgrade (id, mode, created_at, merchant_id, status, current_type, business_type,
      registration_number, decided_at)
    values (${id}, 'PRODUCTION', ${at}, ${merchantId}, 'APPROVED', 'UNREGISTERED', 'REGISTERED', 'RC 1',
      ${decidedAt})`.execute(t)
  return id
}

export async function cancelledScheduledPayout(t: Transaction, { merchantId }: CustomerAccount): Promise<string> {
  const decided = { decided_by: await someStaff(t), decided_at: at, decision_reason: 'The merchant asked' }
  const merchant = { id: merchantId, mode: 'PRODUCTION' }
  return (await aScheduledPayout(t, merchant, { status: 'CANCELLED', ...decided })).id
}

export async function completedTierUpgrade(
  t: Transaction,
  { merchantId, walletId }: CustomerAccount,
  decidedAt = at,
): Promise<string> {
  const id = idAt(at)
  await sql`insert into wallet_upgrade (id, mode, created_at, merchant_id, wallet_id, status, current_tier,
      requested_tier, decided_at)
    values (${id}, 'PRODUCTION', ${at}, ${merchantId}, ${walletId}, 'COMPLETED', 1, 2, ${decidedAt})`.execute(t)
  return id
}

export async function customCharges(
  t: Transaction,
  { merchantId: merchant_id }: CustomerAccount,
  name: string,
): Promise<void> {
  const row = { merchant_id, name, data: '{}', updated_at: at, valid_from: at }
  await t.insertInto('merchant_charge').values(row).execute()
}

/** Records a webhook event with one attempt. */
export async function webhookEvent(
  t: Transaction,
  { merchantId: merchant_id }: CustomerAccount,
  status: string,
  responseCode: number,
): Promise<void> {
  const id = idAt(at)
  const event = { id, mode: 'PRODUCTION', merchant_id, transaction_id: uuidv7(), kind: 'transfer.success', body: '{}' }
  await t
    .insertInto('webhook_event')
    .values({ ...event, created_at: at, status, attempts: 1 })
    .execute()
  await t
    .insertInto('webhook_attempt')
    .values({ id: idAt(at), event_id: id, merchant_id, number: 1, at, response_code: responseCode, ms: 80 })
    .execute()
}
