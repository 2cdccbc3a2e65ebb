import { naira } from '@kobo/contract/kit/naira'
import type { Database } from '../../db/database.ts'
import type { TransactionRow } from '../transaction-row.ts'

/** Returns the card of a transaction and the state of its purchase. */
export async function cardOfTransaction(
  db: Database,
  { id, card_id: cardId, status }: Pick<TransactionRow, 'id' | 'card_id' | 'status'>,
) {
  if (cardId === null) return {}
  const found = await db
    .selectFrom('card_purchase as purchase')
    .innerJoin('card', 'card.id', 'card_id')
    .selectAll('purchase')
    .select(['masked_pan', 'holder_name'])
    .where((eb) => eb.or([eb('authorisation_id', '=', id), eb('transaction_id', '=', id), eb('reversal_id', '=', id)]))
    .executeTakeFirst()
  if (!found) return {}
  // A purchase cleared after its hold expired has two transactions: one for the hold, one for the clearing.
  const isOfClearing = found.transaction_id === id || found.reversal_id === id
  const isOfHold = found.authorisation_id === id
  // A shop may charge what was declined, so that the purchase is cleared although its authorisation held nothing.
  const wasHeld = isOfHold && status !== 'DECLINED'
  return {
    card: {
      id: cardId,
      maskedPan: found.masked_pan,
      holderName: found.holder_name,
      authorisedAmount: wasHeld ? nairaOrNull(found.authorised_kobo) : null,
      clearedAmount: isOfClearing ? nairaOrNull(found.cleared_kobo) : null,
      coveredAmount: isOfClearing ? nairaOrNull(found.covered_kobo) : null,
      heldUntil: found.status === 'AUTHORISED' ? found.held_until : null,
      paymentTransactionId: found.transaction_id ?? found.authorisation_id,
      reversalTransactionId: found.reversal_id,
    },
  }
}

function nairaOrNull(kobo: bigint | null): number | null {
  return kobo === null ? null : naira(kobo)
}
