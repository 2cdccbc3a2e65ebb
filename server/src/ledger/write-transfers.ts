import type { Transaction } from '../db/database.ts'
import { insertRows } from '../db/insert-rows.ts'
import { uuidv7 } from '../uuid.ts'
import type { Posting } from './ledger.ts'
import { isProviderAccount } from './provider-accounts.ts'

/** Writes transfers and their entries; the provider's accounts gain deltas that are folded later, so that nothing waits. */
export async function writeTransfers(db: Transaction, postings: readonly Posting[]): Promise<string[]> {
  const named = postings.map((posting) => ({ ...posting, id: uuidv7(posting.at.getTime()) }))
  await insertRows(
    db,
    'transfer',
    named.map(({ id, mode, kind, reference, transactionId, merchantId, at }) => ({
      id,
      mode,
      kind,
      reference,
      transaction_id: transactionId,
      merchant_id: merchantId,
      at: at.toISOString(),
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
  await insertRows(db, 'balance_delta', providerDeltas(postings))
  return named.map(({ id }) => id)
}

/** One for each account of the provider, however many postings there are. */
function providerDeltas(postings: readonly Posting[]) {
  const sums = new Map<string, bigint>()
  for (const { accountId, amountKobo } of postings.flatMap(({ lines }) => lines)) {
    if (isProviderAccount(accountId)) sums.set(accountId, (sums.get(accountId) ?? 0n) + amountKobo)
  }
  return [...sums]
    .filter(([, sum]) => sum !== 0n)
    .map(([account_id, amount_kobo]) => ({ id: uuidv7(), account_id, amount_kobo }))
}
