import type { Transaction } from '../../db/database.ts'
import { type Move, moveTransactions } from '../../ledger/transactions.ts'
import type { TransactionRow } from '../transaction-row.ts'
import type { Means } from './means.ts'
import type { End, OutboundLeg } from './outbound-leg.ts'

interface Ending {
  leg: OutboundLeg
  end: End
  more: NonNullable<Move['more']>
}

/** Takes locked transactions to their ends, with the charges that stand beside them, and what waits for them too. */
export async function endAll(
  db: Transaction,
  endings: readonly Ending[],
  charges: ReadonlyMap<string, TransactionRow>,
  means: Means,
): Promise<void> {
  const moves = endings.flatMap(({ end: { row, status }, more }): (Move & { seen: TransactionRow })[] => {
    const charge = charges.get(row.id)
    const paid = more.paid_at === undefined ? {} : { paid_at: more.paid_at }
    return [{ seen: row, to: status, more }, ...(charge ? [{ seen: charge, to: status, more: paid }] : [])]
  })
  const moved = await moveTransactions(db, moves)
  const left = moves.find(({ seen }) => !moved.has(seen.id))
  if (left) throw new Error(`${left.seen.reference} moved while it was locked`)
  for (const leg of new Set(endings.map((ending) => ending.leg))) {
    await leg.follow(
      db,
      endings.filter((ending) => ending.leg === leg).map(({ end }) => end),
      means,
    )
  }
}
