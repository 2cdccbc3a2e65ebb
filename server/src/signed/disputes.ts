import { attachmentLimits, messageText } from '@kobo/contract/kit/message'
import { text } from '@kobo/contract/kit/text'
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { sendMessage } from '../engine/disputes/send-message.ts'
import type { Services } from '../http/handler.ts'
import { receivePictures } from '../http/pictures.ts'
import { Refusal } from '../http/refusal.ts'
import { isUuid } from '../uuid.ts'
import { type Asked, merchantCall, onceForMerchant, reference } from './merchant-calls.ts'
import { addSignedCall } from './signed-calls.ts'

/** Room for one picture of the largest size, or for several that have as much together. */
const replyBytes = 16 * 1024 * 1024

const attachment = z.strictObject({
  name: text(200, 'A picture has a name'),
  /** Its bytes in base64. */
  content: z.base64('The content of a picture is written in base64'),
})
const reply = z.strictObject({
  reference,
  disputeId: z.string().refine(isUuid, 'This is no id of a dispute'),
  ...messageText,
  attachments: z
    .array(attachment)
    .max(attachmentLimits.max, `Send at most ${attachmentLimits.max} pictures`)
    .default([]),
})

/** What merchants say about disputes of what they collected or paid. */
export function addDisputeCalls(scope: FastifyInstance, services: Services, folder: string): void {
  const path = `${folder}/disputes/replies`
  addSignedCall(
    scope,
    services,
    merchantCall(services, { path, body: reply, bodyLimitBytes: replyBytes, answer: answerDispute }),
  )
}

const answerDispute: Asked<typeof reply> = async (services, merchant, input) => {
  const { reference: of, disputeId, subject, message } = input
  const sent = input.attachments.map(({ name, content }) => ({ name, bytes: Buffer.from(content, 'base64') }))
  if (sent.some(({ bytes }) => bytes.length > attachmentLimits.maxBytes)) {
    throw new Refusal(413, 'too_large', 'A picture must have less than 10 MB')
  }
  // Drawn anew before anything is written.
  const pictures = await receivePictures(sent.map(({ name, bytes }) => ({ name, bytes: async () => bytes })))
  const hashes = sent.flatMap(({ name, bytes }) => [name, createHash('sha256').update(bytes).digest('hex')])
  const ask = { call: 'dispute reply', reference: of, content: [disputeId, subject, message, ...hashes] }
  const answer = z.object({ messageId: z.string() })
  return await onceForMerchant(services, merchant, ask, answer, async (db, at) => {
    const by = { role: 'MERCHANT', merchantId: merchant.id } as const
    const said = { mode: merchant.mode, disputeId, by, subject, message, pictures, at }
    const { messageId } = await sendMessage(db, services, said)
    return { messageId }
  })
}
