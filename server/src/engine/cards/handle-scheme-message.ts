import type { z } from 'zod'
import type { Transaction } from '../../db/database.ts'
import { withInboundIdempotency } from '../inbound-idempotency.ts'
import type { PurchaseMessage, SchemeMessage } from './purchase-row.ts'

/** Handles a scheme message once; a repeated message with other content is rejected. */
export function handleSchemeMessage<S extends z.ZodType>(
  db: Transaction,
  what: 'authorise' | 'clear' | 'reverse',
  message: SchemeMessage | PurchaseMessage,
  reply: S,
  work: () => Promise<z.output<S>>,
): Promise<z.output<S>> {
  const { at, ...body } = message
  const { mode, messageId, reference } = body
  const paid = 'cardToken' in message ? [message.cardToken, message.amountKobo, message.acceptor] : []
  const content = [what, reference, ...paid]
  const request = {
    caller: `scheme ${mode}`,
    call: 'card',
    reference: messageId,
    body: { what, ...body },
    content,
    merchantId: null,
    at,
  }
  return withInboundIdempotency(db, request, reply, work)
}
