import type { Transaction } from '../../db/database.ts'
import type { TransactionRow } from '../transaction-row.ts'
import type { Commission, OutboundLeg } from './outbound-leg.ts'

/** Returns the providers' commission to us by transaction. Transactions whose leg has no commissions are omitted. */
export async function commissionsOf(
  db: Transaction,
  all: readonly { leg: OutboundLeg; row: TransactionRow }[],
): Promise<ReadonlyMap<string, Commission>> {
  const found = new Map<string, Commission>()
  for (const leg of new Set(all.map((one) => one.leg))) {
    const ids = all.flatMap((one) => (one.leg === leg ? [one.row.id] : []))
    for (const [id, commission] of (await leg.commissions?.(db, ids)) ?? []) found.set(id, commission)
  }
  return found
}
