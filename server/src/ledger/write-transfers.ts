import { lagosDay } from '@kobo/contract/kit/day'
import type { Transaction } from '../db/database.ts'
import { insertRows } from '../db/insert-rows.ts'
import { uuidv7 } from '../uuid.ts'
import type { Posting } from './posting.ts'
import { recordProfit, sourceOf } from './profit.ts'

/**
 * Writes transfers, their entries and their profit. Balance changes are left as deltas, which are folded later into account days
 * and the provider's own balances, so that nothing waits.
 */
export async function writeTransfers(db: Transaction, postings: readonly Posting[]): Promise<string[]> {
  const named = postings.map((posting) => ({ ...posting, id: uuidv7(posting.at.getTime()) }))
  await insertRows(
    db,
    'transfer',
    named.map((posting) => ({
      id: posting.id,
      mode: posting.mode,
      kind: posting.kind,
      reference: posting.reference,
      transaction_id: posting.transactionId,
      merchant_id: posting.merchantId,
      at: posting.at.toISOString(),
      due_at: posting.dueAt?.toISOString() ?? null,
      source: sourceOf(posting),
    })),
  )
  await insertRows(
    db,
    'entry',
    named.flatMap(({ id, merchantId, at, lines }) =>
      lines.map((line, position) => ({
        transfer_id: id,
        position,
        account_id: line.accountId,
        merchant_id: merchantId,
        transaction_id: line.transactionId ?? null,
        at: at.toISOString(),
        amount_kobo: line.amountKobo,
      })),
    ),
  )
  await insertRows(db, 'balance_delta', deltasOf(postings))
  await recordProfit(db, named)
  return named.map(({ id }) => id)
}

interface Delta {
  account_id: string
  merchant_id: string | null
  day: string
  amount_kobo: bigint
  /** Number of entries summed up. */
  n: number
}

/** Sums the credits and debits of each account per day, over all postings. */
function deltasOf(postings: readonly Posting[]) {
  const sums = new Map<string, Delta>()
  for (const { merchantId: merchant_id, at, lines } of postings) {
    const day = lagosDay(at)
    for (const { accountId: account_id, amountKobo } of lines) {
      const key = `${account_id} ${merchant_id} ${day} ${amountKobo > 0n ? 'in' : 'out'}`
      const { amount_kobo, n } = sums.get(key) ?? { amount_kobo: 0n, n: 0 }
      sums.set(key, { account_id, merchant_id, day, amount_kobo: amount_kobo + amountKobo, n: n + 1 })
    }
  }
  return [...sums.values()].map((sum) => ({ id: uuidv7(), ...sum }))
}
