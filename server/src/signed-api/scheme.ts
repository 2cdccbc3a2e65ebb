import { mode } from '@kobo/contract/kit/mode'
import { text } from '@kobo/contract/kit/text'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Transaction } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { authorisePurchase } from '../engine/cards/authorise-purchase.ts'
import { clearPurchase } from '../engine/cards/clear-purchase.ts'
import { reversePurchase } from '../engine/cards/reverse-purchase.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { AppDeps } from '../http/handler.ts'
import { addSignedCall } from './signed-call.ts'

const name = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,60}$/, 'Message ids and references must be 1 to 60 letters, digits and hyphens')

const message = {
  mode,
  /** Id of this message, by which a repeated one is recognised. */
  messageId: name,
  /** Reference of the payment, the same in all messages about it. */
  reference: name,
}
const purchase = z.strictObject({
  ...message,
  cardToken: z.string().regex(/^card_[0-9a-f]{32}$/, 'A card must be given by its token, never by its number'),
  amountKobo: z
    .string()
    .regex(/^[1-9]\d{0,12}$/, 'The amount must be whole kobo from 1 to 9,999,999,999,999, in digits')
    .transform(BigInt),
  acceptor: text(100, 'The acceptor is required'),
})
const reversal = z.strictObject(message)

/** Adds the calls by which the card scheme authorises, clears and reverses purchases. */
export function addSchemeCalls(scope: FastifyInstance, services: AppDeps, secret: string): void {
  const add = <S extends z.ZodType<object>>(
    path: string,
    body: S,
    handle: (db: Transaction, jobs: Jobs, input: z.output<S> & { at: Date }) => Promise<object>,
  ) =>
    addSignedCall(scope, services, {
      path: `/rails/cards/${path}`,
      body,
      signer: async () => ({ name: 'scheme', secret, merchant: null }),
      answer: async (input) => {
        const at = services.clock()
        return await transact(services.db, (db) => handle(db, services.jobs, { ...input, at }))
      },
    })
  add('authorise', purchase, authorisePurchase)
  add('clear', purchase, clearPurchase)
  add('reverse', reversal, reversePurchase)
}
