import type { Transaction } from '../../db/database.ts'
import { type Move, moveTransactions } from '../../ledger/transactions.ts'
import type { End, OutboundLeg } from './outbound-leg.ts'

interface Ending {
  leg: OutboundLeg
  end: End
  more: NonNullable<Move['more']>
}

/** Takes locked transactions to their ends, and what waits for them too. */
export async function endAll(db: Transaction, endings: readonly Ending[]): Promise<void> {
  const moved = await moveTransactions(
    db,
    endings.map(({ end: { row, status }, more }) => ({ seen: row, to: status, more })),
  )
  const left = endings.find(({ end }) => !moved.has(end.row.id))
  if (left) throw new Error(`${left.end.row.reference} moved while it was locked`)
  for (const leg of new Set(endings.map((ending) => ending.leg))) {
    await leg.follow(
      db,
      endings.filter((ending) => ending.leg === leg).map(({ end }) => end),
    )
  }
}
