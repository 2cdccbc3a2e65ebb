import type { Mode } from '@kobo/contract/kit/mode'
import type { Transaction } from '../../db/database.ts'
import { insertRows } from '../../db/insert-rows.ts'
import { uuidv7 } from '../../uuid.ts'
import { DomainError } from '../../domain-error.ts'
import { requireService } from '../service-status.ts'
import { customerAccount } from '../payer-account.ts'

export interface BatchRequest {
  mode: Mode
  merchantId: string
  reference: string
  type: 'PHYSICAL' | 'VIRTUAL'
  /** Card holders: a customer's wallet each, or the merchant's own account if null. */
  holders: readonly { walletId: string | null; name: string }[]
  at: Date
}

/** Records a merchant's request for cards, which are issued once it is approved. */
export async function requestBatch(db: Transaction, request: BatchRequest): Promise<{ batchId: string }> {
  const { mode, merchantId, type, holders, at } = request
  await requireService(db, mode, 'CARDS')
  const reference = request.reference.toUpperCase()
  for (const walletId of new Set(holders.map((holder) => holder.walletId))) {
    const account = await customerAccount(db, { merchantId, walletId })
    if (!account) throw new DomainError('not_found', walletId === null ? 'The account of this merchant' : 'This wallet')
  }
  const id = uuidv7(at.getTime())
  const opened = await db
    .insertInto('card_batch')
    .values({
      id,
      mode,
      merchant_id: merchantId,
      created_at: at.toISOString(),
      reference,
      type,
      quantity: holders.length,
    })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'reference']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!opened) throw new DomainError('conflict', `The reference ${reference} was already used`)
  await insertRows(
    db,
    'card_batch_holder',
    holders.map(({ walletId, name }, position) => {
      return { batch_id: id, position, merchant_id: merchantId, wallet_id: walletId, holder_name: name }
    }),
  )
  return { batchId: id }
}
