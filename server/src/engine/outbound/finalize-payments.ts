import type { Transaction } from '../../db/database.ts'
import { type Move, transitionTransactions } from '../../ledger/transactions.ts'
import type { TransactionRow } from '../transaction-row.ts'
import type { FinalState, OutboundDeps, OutboundLeg } from './outbound-leg.ts'

interface Ending {
  leg: OutboundLeg
  finalState: FinalState
  more: NonNullable<Move['more']>
}

/** Moves locked payments and their linked charges to a final status and runs the `onFinal` of their legs. */
export async function finalizePayments(
  db: Transaction,
  endings: readonly Ending[],
  charges: ReadonlyMap<string, TransactionRow>,
  deps: OutboundDeps,
): Promise<void> {
  const moves = endings.flatMap(({ finalState: { row, status }, more }): (Move & { seen: TransactionRow })[] => {
    const charge = charges.get(row.id)
    const paid = more.paid_at === undefined ? {} : { paid_at: more.paid_at }
    return [{ seen: row, to: status, more }, ...(charge ? [{ seen: charge, to: status, more: paid }] : [])]
  })
  const moved = await transitionTransactions(db, moves)
  const unchanged = moves.find(({ seen }) => !moved.has(seen.id))
  if (unchanged) throw new Error(`${unchanged.seen.reference} changed status while locked`)
  for (const leg of new Set(endings.map((ending) => ending.leg))) {
    await leg.onFinal?.(
      db,
      endings.filter((ending) => ending.leg === leg).map(({ finalState }) => finalState),
      deps,
    )
  }
}
