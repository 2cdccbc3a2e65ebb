import type { Transaction } from '../../db/database.ts'
import { insertRows } from '../../db/insert-rows.ts'
import { fullPercentage } from './allocate-split.ts'
import { DomainError } from '../../domain-error.ts'

interface SplitTarget {
  id: string
  mode: string
  merchantId: string
  walletId: string | null
}

/** Stores the split of a virtual account's later collections, in this order, at each subaccount's present value. */
export async function createSplit(
  db: Transaction,
  inlet: SplitTarget,
  subaccountIds: readonly string[],
): Promise<void> {
  if (subaccountIds.length === 0) return
  if (inlet.walletId !== null) throw new DomainError('refused', "Payments to a customer's wallet cannot be split")
  if (new Set(subaccountIds).size !== subaccountIds.length) {
    throw new DomainError('refused', 'A sub-account can appear only once in a split')
  }
  const found = await db
    .selectFrom('subaccount')
    .select(['id', 'name', 'split_type', 'split_value', 'inactive_since'])
    .where('id', '=', (eb) => eb.fn.any(eb.val([...subaccountIds])))
    .where('mode', '=', inlet.mode)
    .where('merchant_id', '=', inlet.merchantId)
    .execute()
  const byId = new Map(found.map((row) => [row.id, row]))
  const parts = subaccountIds.map((id) => {
    const part = byId.get(id)
    if (!part) throw new DomainError('refused', "A split can include only its merchant's sub-accounts")
    if (part.inactive_since !== null)
      throw new DomainError('refused', `${part.name} is not active and cannot join a split`)
    return part
  })
  const percents = parts.filter(({ split_type }) => split_type === 'PERCENTAGE')
  if (percents.reduce((sum, { split_value }) => sum + split_value, 0n) > fullPercentage) {
    throw new DomainError('refused', 'The percentages of a split cannot exceed 100 in total')
  }
  await insertRows(
    db,
    'split_part',
    parts.map(({ id, split_type, split_value }, position) => ({
      virtual_account_id: inlet.id,
      position,
      merchant_id: inlet.merchantId,
      subaccount_id: id,
      split_type,
      split_value,
    })),
  )
}
