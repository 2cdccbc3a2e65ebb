import type { DisputeStatus } from '@kobo/contract/kit/dispute'
import type { Transaction } from '../db/database.ts'
import { changeStatus } from '../engine/disputes/change-status.ts'
import { openDispute } from '../engine/disputes/open-dispute.ts'
import { auditRow, collect } from './ledger-fixtures.ts'
import type { CustomerAccount } from './customer-accounts.ts'
import { idAt } from './factories.ts'
import { sender } from './refund-bookkeeping.ts'

const usualAt = new Date('2026-03-04T10:00:00Z')

/** Inserts the operator who raises disputes. */
export async function someStaff(t: Transaction): Promise<string> {
  const id = idAt(usualAt)
  const name = { first_name: 'Ada', last_name: 'Obi', email: `${id}@disputes.test` }
  await t
    .insertInto('staff')
    .values({ id, ...name, role: 'ADMIN', created_at: usualAt.toISOString() })
    .execute()
  return id
}

interface DisputeOptions {
  staffId: string
  amountKobo?: bigint
  /** Disputed transaction; a new collection by default. */
  of?: string
  type?: 'CREDIT' | 'DEBIT'
  at?: Date
}

/** Raises a dispute and takes it through `steps`, each with its audit row. */
export async function dispute(
  t: Transaction,
  account: CustomerAccount,
  steps: readonly DisputeStatus[],
  { staffId, amountKobo = 100_000n, of, type = 'CREDIT', at = usualAt }: DisputeOptions,
) {
  const collectionId = of ?? (await collect(t, account, sender))
  const { reference, category: transactionCategory } = await t
    .selectFrom('transaction')
    .select(['reference', 'category'])
    .where('id', '=', collectionId)
    .executeTakeFirstOrThrow()
  const { mode, merchantId } = account
  const order = { mode, merchantId, reference, type, transactionCategory, amountKobo, staffId, at }
  const details = { category: 'CHARGEBACK', customer: 'Ngozi Eze', description: 'Never arrived' } as const
  const { disputeId } = await openDispute(t, null, { ...order, ...details })
  await auditRow(t, 'dispute.initiate', ['dispute', disputeId], {})
  let refundId: string | null = null
  for (const to of steps) {
    const changed = await changeStatus(t, null, { mode, disputeId, to, reason: 'Seen', staffId, at })
    refundId = changed.refundId ?? refundId
    await auditRow(t, 'dispute.status', ['dispute', disputeId], { status: to, refundId })
  }
  return { disputeId, collectionId, refundId: refundId ?? '' }
}
