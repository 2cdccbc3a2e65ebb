import { attachmentLimits, messageText } from '@kobo/contract/kit/dispute'
import { text } from '@kobo/contract/kit/text'
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { checkConversation, sendMessage } from '../engine/disputes/send-message.ts'
import type { AppDeps } from '../http/handler.ts'
import { receiveImagesFromMemory, tooManyImageCalls } from '../http/receive-images.ts'
import { HttpError } from '../http/http-error.ts'
import { isUuid } from '../uuid.ts'
import {
  findMerchantReply,
  type MerchantHandler,
  claimedMerchant,
  merchantCall,
  withMerchantIdempotency,
  reference,
} from './merchant-calls.ts'
import { addSignedCall } from './signed-call.ts'

/** Fits one image of the largest size, or several with the same total. */
const replyBytes = 16 * 1024 * 1024
/** Maximum size of a reply without images. */
const textBytes = 64 * 1024
/** Memory limit of replies that wait for their turn. */
const repliesTogetherBytes = 3 * replyBytes

const attachment = z.strictObject({
  name: text(200, 'The name of the image is required'),
  /** Bytes in base64. */
  content: z.base64('The content of an image must be base64'),
})
const reply = z.strictObject({
  reference,
  disputeId: z.string().refine(isUuid, 'This is not the id of a dispute'),
  ...messageText,
  attachments: z.array(attachment).max(attachmentLimits.max, `Send at most ${attachmentLimits.max} images`).default([]),
})

/** Adds the call by which merchants reply to disputes. */
export function addDisputeCalls(scope: FastifyInstance, services: AppDeps, folder: string): void {
  const path = `${folder}/disputes/replies`
  addSignedCall(
    scope,
    services,
    merchantCall(services, {
      path,
      body: reply,
      bodyLimitBytes: replyBytes,
      bodiesTogetherBytes: repliesTogetherBytes,
      beforeBody: (request) => {
        if (!isSmall(request) && services.images.isFull(callerOf(claimedMerchant(request)))) throw tooManyImageCalls()
      },
      answer: replyToDispute,
    }),
  )
}

const replyResult = z.object({ messageId: z.string() })

const replyToDispute: MerchantHandler<typeof reply> = async (services, merchant, input, signal) => {
  const { reference: ownReference, disputeId, subject, message } = input
  const sent = input.attachments.map(({ name, content }) => ({ name, bytes: Buffer.from(content, 'base64') }))
  if (sent.some(({ bytes }) => bytes.length > attachmentLimits.maxBytes)) {
    throw new HttpError(413, 'too_large', 'An image must be smaller than 10 MB')
  }
  const hashes = sent.flatMap(({ name, bytes }) => [name, createHash('sha256').update(bytes).digest('hex')])
  const body = { disputeId, subject, message, attachments: hashes }
  const request = {
    call: 'dispute reply',
    reference: ownReference,
    body,
    content: [disputeId, subject, message, ...hashes],
  }
  const earlier = await findMerchantReply(services, merchant, request, replyResult)
  if (earlier !== null) return earlier
  const by = { role: 'MERCHANT', merchantId: merchant.id } as const
  const about = { mode: merchant.mode, disputeId, by }
  await checkConversation(services.db, about)
  // Re-encoded and stored before the transaction.
  const call = { caller: callerOf(merchant.id), signal }
  const images = await services.files.keep(await receiveImagesFromMemory(services.images, sent, call))
  return await withMerchantIdempotency(services, merchant, request, replyResult, async (db, at) => {
    const dispatched = { ...about, subject, message, images, at }
    const { messageId } = await sendMessage(db, services, dispatched)
    return { messageId }
  })
}

function callerOf(merchantId: string): string {
  return `merchant ${merchantId}`
}

/** Whether a call is too small for images, so that it does not count against their limit. */
function isSmall(request: FastifyRequest): boolean {
  return Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY) <= textBytes
}
