import type { Mode } from '@kobo/contract/kit/mode'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AskedOtherwise } from '../engine/inbound/answer-once.ts'
import { asBadInput } from '../http/failures.ts'
import type { Services } from '../http/handler.ts'
import { conflict, Refusal } from '../http/refusal.ts'
import { verifyWebhook } from '../rails/webhooks.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it came, which its sender has signed. */
    rawText: string
    signedBy: Merchant | null
  }
}

/** A merchant that has signed a call. */
export interface Merchant {
  id: string
  mode: Mode
}

/** Whose signature a call bears, once it is known to be right. */
export type Signer = { secret: string; merchant: Merchant | null } | null

export interface SignedCall<S extends z.ZodType> {
  path: string
  body: S
  bodyLimitBytes?: number
  signer(request: FastifyRequest): Promise<Signer>
  answer(input: z.output<S>, request: FastifyRequest): Promise<object>
}

const toleranceSeconds = 300

/** Keeps the text of bodies for those who verify it. */
export function keepText(scope: FastifyInstance): void {
  const parse = scope.getDefaultJsonParser('error', 'error')
  scope.decorateRequest('rawText', '')
  scope.decorateRequest('signedBy', null)
  scope.removeContentTypeParser('application/json')
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    request.rawText = String(body)
    void parse(request, request.rawText, done)
  })
}

/**
 * One address for a call that another machine signs by the rules of Standard Webhooks. A call that is repeated, by its sender or
 * by whoever recorded it, is answered as before: what it does, it does under a reference of its own.
 */
export function addSignedCall<S extends z.ZodType>(
  scope: FastifyInstance,
  { clock }: Services,
  call: SignedCall<S>,
): void {
  scope.post(call.path, {
    schema: { hide: true },
    ...(call.bodyLimitBytes !== undefined && { bodyLimit: call.bodyLimitBytes }),
    preHandler: async (request) => {
      const signer = await call.signer(request)
      checkSignature(request, signer?.secret ?? null, clock())
      request.signedBy = signer?.merchant ?? null
    },
    handler: async (request) => {
      const input = readBody(call.body, request.body)
      try {
        return { status: true, message: 'OK', data: await call.answer(input, request) }
      } catch (error) {
        throw error instanceof AskedOtherwise ? conflict(error.message) : error
      }
    },
  })
}

function readBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const { data, error } = schema.safeParse(body)
  if (error === undefined) return data
  throw asBadInput(
    error.issues.map((issue) => ({ instancePath: `/${issue.path.join('/')}`, message: issue.message, params: issue })),
  )
}

function checkSignature(request: FastifyRequest, secret: string | null, now: Date): void {
  const id = headerText(request, 'webhook-id')
  const timestamp = headerText(request, 'webhook-timestamp')
  const signature = headerText(request, 'webhook-signature')
  if (!/^[\x21-\x7e]{1,100}$/.test(id) || !/^\d{1,12}$/.test(timestamp) || signature === '') {
    throw notSigned('Sign this call: webhook-id, webhook-timestamp and webhook-signature')
  }
  const timestampSeconds = Number(timestamp)
  if (Math.abs(now.getTime() / 1000 - timestampSeconds) > toleranceSeconds) {
    const serverTime = now.getTime()
    throw new Refusal(401, 'clock_skew', 'This call was signed too long ago, or by a clock that is wrong', {
      serverTime,
    })
  }
  const signed = { id, timestampSeconds, body: request.rawText, signature }
  // Whoever has no secret is refused in the same words, after the same work.
  const isRight = verifyWebhook({ ...signed, secret: secret ?? 'whsec_none' }, { now, toleranceSeconds })
  if (secret === null || !isRight) throw notSigned('The signature is wrong')
}

function notSigned(message: string): Refusal {
  return new Refusal(401, 'not_signed_in', message)
}

/** One value; several are none. */
export function headerText(request: FastifyRequest, name: string): string {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}
