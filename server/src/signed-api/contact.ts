import { paragraph, text } from '@kobo/contract/kit/text'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { receiveMessage } from '../engine/contact/receive-message.ts'
import type { AppDeps } from '../http/handler.ts'
import { type MerchantHandler, merchantCall, withMerchantIdempotency, reference } from './merchant-calls.ts'
import { addSignedCall } from './signed-call.ts'

const message = z.strictObject({
  reference,
  name: text(200, 'Name is required'),
  email: text(200, 'Email address is required').pipe(z.email('Email is invalid')),
  phone: z.string().regex(/^\+?\d{7,15}$/, 'The phone number must have 7 to 15 digits'),
  subject: text(200, 'Subject is required'),
  message: paragraph(5000, 'Message is required'),
})

/** Adds the call by which merchants forward enquiries to us. */
export function addContactCalls(scope: FastifyInstance, services: AppDeps, folder: string): void {
  const path = `${folder}/contact`
  addSignedCall(scope, services, merchantCall(services, { path, body: message, answer: receive }))
}

const receive: MerchantHandler<typeof message> = (
  services,
  { id: merchantId, mode },
  { reference: ownReference, ...content },
) => {
  const request = {
    call: 'contact',
    reference: ownReference,
    body: content,
    content: [content.name, content.email, content.phone, content.subject, content.message],
  }
  return withMerchantIdempotency(
    services,
    { id: merchantId, mode },
    request,
    z.object({ messageId: z.string() }),
    (db, at) => receiveMessage(db, { mode, merchantId, ...content, at }),
  )
}
