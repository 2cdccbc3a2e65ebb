import { type RawBuilder, sql } from 'kysely'
import { collectionReference } from '../collections/collection-messages.ts'

/**
 * SQL condition for checkouts that match a text: a prefix of the reference in any letter case, the session ID of a payment to the
 * checkout, credited or declined, or the reference of a card payment.
 */
export function matchesReference(mode: string, text: string): RawBuilder<boolean> {
  const isReference = sql<boolean>`reference ^@ ${text.toUpperCase()}`
  const sessionId = /^(?:COL-)?(\d{30})$/i.exec(text)?.[1]
  const card = /^CRD-[0-9A-F]{32}$/i.exec(text)?.[0]
  const payment = sessionId === undefined ? card?.toUpperCase() : collectionReference(sessionId)
  if (payment === undefined) return isReference
  return sql<boolean>`(${isReference} or virtual_account_id in (
    select virtual_account.id
    from transaction
    join virtual_account on account_number = beneficiary_number and virtual_account.mode = transaction.mode
    where transaction.reference = ${payment} and transaction.mode = ${mode}
      and transaction.type = 'CREDIT'
  ))`
}
