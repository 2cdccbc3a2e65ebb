import type { Database } from '../../db/database.ts'
import { type GoneBack, goneBack } from '../refunds/gone-back.ts'

/** What of each of a merchant's collections is not settled, since it goes back to whoever paid; one of which all is settled is left out. */
export async function lessOf(
  db: Database,
  transactionIds: readonly string[],
  at: Date,
): Promise<Map<string, Pick<GoneBack, 'takenKobo' | 'doubtKobo'>>> {
  return await goneBack(db, transactionIds, at)
}
