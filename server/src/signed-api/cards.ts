import { text } from '@kobo/contract/kit/text'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { requestBatch } from '../engine/cards/request-batch.ts'
import type { AppDeps } from '../http/handler.ts'
import { type MerchantHandler, merchantCall, withMerchantIdempotency, reference, walletId } from './merchant-calls.ts'
import { addSignedCall } from './signed-call.ts'

const holder = z.strictObject({
  walletId: walletId.default(null),
  /** Name printed on the card. */
  name: text(26, 'A card holder name is required').refine(
    (value) => !/\d{6}/.test(value),
    'A name must not contain digits',
  ),
})
const batch = z.strictObject({
  reference,
  type: z.enum(['PHYSICAL', 'VIRTUAL']),
  holders: z.array(holder).min(1, 'A batch must have at least one card').max(500, 'A batch can have at most 500 cards'),
})

/** Adds the call by which merchants request cards. */
export function addCardCalls(scope: FastifyInstance, services: AppDeps, folder: string): void {
  addSignedCall(
    scope,
    services,
    merchantCall(services, { path: `${folder}/card-batches`, body: batch, answer: requestCards }),
  )
}

const requestCards: MerchantHandler<typeof batch> = (services, { id: merchantId, mode }, input) => {
  const { reference: ownReference, type, holders } = input
  const content = [type, ...holders.flatMap((one) => [one.walletId, one.name])]
  const reply = z.object({ batchId: z.string() })
  return withMerchantIdempotency(
    services,
    { id: merchantId, mode },
    { call: 'card batch', reference: ownReference, body: input, content },
    reply,
    (db, at) => requestBatch(db, { mode, merchantId, reference: ownReference, type, holders, at }),
  )
}
