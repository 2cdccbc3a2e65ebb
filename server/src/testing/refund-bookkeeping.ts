import type { Transaction } from '../db/database.ts'
import { legOf } from '../engine/legs.ts'
import { requestRefund } from '../engine/refunds/request-refund.ts'
import { lockTransaction } from '../engine/transaction-row.ts'
import { hold, settle, voidHold } from '../ledger/ledger.ts'
import { transitionTransaction } from '../ledger/transactions.ts'
import { collect, line } from './ledger-fixtures.ts'
import type { CustomerAccount } from './customer-accounts.ts'

const usualAt = new Date('2026-03-04T10:00:00Z')

/** Sender of a collection, as transaction columns. */
export const sender = {
  originator_name: 'Hadiza Bello',
  originator_number: '0123456785',
  originator_bank_code: '058',
}

interface RefundOptions {
  amountKobo?: bigint
  /** Refunded collection; a new one by default. */
  of?: string
  code?: string
  at?: Date
}

/** Records a refund and advances it to `status` as if the provider had responded. */
export async function refund(
  t: Transaction,
  account: CustomerAccount,
  status: 'QUEUED' | 'PENDING' | 'SUCCESS' | 'FAILED',
  { amountKobo = 100_000n, of, code = status === 'SUCCESS' ? '00' : '51', at = usualAt }: RefundOptions = {},
) {
  const collectionId = of ?? (await collect(t, account, sender))
  const { mode, merchantId, id: accountId } = account
  const order = {
    mode,
    transactionId: collectionId,
    amountKobo,
    reason: 'Goods returned',
    staffId: null,
    isOwed: true,
    at,
  }
  const { transactionId: id, refundId } = await requestRefund(t, null, order)
  const made = { id, refundId, collectionId }
  const row = await lockTransaction(t, id)
  if (!row || status === 'QUEUED') return made
  await hold(t, { accountId, merchantId, transactionId: id, kind: 'REFUND', amountKobo, at })
  await transitionTransaction(t, row, 'PENDING')
  if (status === 'PENDING') return made
  if (status === 'FAILED') await voidHold(t, { transactionId: id }, at)
  else {
    const lines = [line(account, -amountKobo, id), ...(legOf(row)?.creditLines(row) ?? [])]
    const posting = {
      mode,
      kind: 'REFUND' as const,
      reference: row.reference,
      transactionId: id,
      merchantId,
      at,
      lines,
    }
    await settle(t, posting)
  }
  await transitionTransaction(t, { ...row, status: 'PENDING' }, status, { response_code: code })
  return made
}
