import type { Transaction } from '../../db/database.ts'
import { type Share, allocateSplit } from './allocate-split.ts'

/** Allocates a net amount by the virtual account's split; empty without one. */
export async function splitShares(db: Transaction, virtualAccountId: string, netKobo: bigint): Promise<Share[]> {
  const parts = await db
    .selectFrom('split_part')
    .select(['subaccount_id', 'split_type', 'split_value'])
    .where('virtual_account_id', '=', virtualAccountId)
    .orderBy('position')
    .execute()
  return allocateSplit(
    netKobo,
    parts.map(({ subaccount_id: accountId, split_type, split_value: value }) => {
      return { accountId, type: split_type === 'FLAT' ? 'FLAT' : 'PERCENTAGE', value }
    }),
  )
}
