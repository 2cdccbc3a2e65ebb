import type { Mode } from '@kobo/contract/kit/mode'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { IdempotencyConflict } from '../engine/inbound-idempotency.ts'
import { bodyBudget } from '../http/body-budget.ts'
import { asBadInput } from '../http/error-handler.ts'
import type { AppDeps } from '../http/handler.ts'
import { untilDisconnected } from '../http/receive-images.ts'
import { conflict, HttpError } from '../http/http-error.ts'
import { verifyWebhook } from '../rails/webhooks.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Body as received, which the sender has signed. */
    rawText: string
    /** Null until the signature is verified. */
    signedBy: VerifiedSigner | null
  }
}

/** Merchant that has signed a call. */
export interface Merchant {
  id: string
  mode: Mode
  /** Whether a freeze stops its calls. */
  areCallsFrozen?: boolean
}

/** Verified signer of a call. */
export interface VerifiedSigner {
  /** Key of the rate limit: the name of a machine, or a merchant's id. */
  name: string
  merchant: Merchant | null
}

/** Expected signer of a call, with the secret; null if unknown. */
export type Signer = (VerifiedSigner & { secret: string }) | null

export interface SignedCall<S extends z.ZodType> {
  path: string
  body: S
  bodyLimitBytes?: number
  /** Limit on the memory that the bodies of this call take together. */
  bodiesTogetherBytes?: number
  /** Rejects a call before its body is read, when its signer is not verified yet. */
  beforeBody?(request: FastifyRequest): void
  signer(request: FastifyRequest): Promise<Signer>
  /** `signal` aborts when the caller closes the connection. */
  answer(input: z.output<S>, request: FastifyRequest, signal: AbortSignal): Promise<object>
}

const toleranceSeconds = 300

/** Keeps the raw text of bodies, which is parsed only once its signature is verified. */
export function keepRawBody(scope: FastifyInstance): void {
  scope.decorateRequest('rawText', '')
  scope.decorateRequest('signedBy', null)
  scope.removeContentTypeParser('application/json')
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    request.rawText = String(body)
    done(null, undefined)
  })
}

/**
 * Adds a call that another machine signs by Standard Webhooks. A call that is repeated or replayed is answered as before,
 * since each call acts under a reference of its own.
 */
export function addSignedCall<S extends z.ZodType>(
  scope: FastifyInstance,
  { clock }: AppDeps,
  call: SignedCall<S>,
): void {
  scope.post(call.path, {
    schema: { hide: true },
    config: { rateLimit: false },
    ...(call.bodyLimitBytes !== undefined && { bodyLimit: call.bodyLimitBytes }),
    ...(call.bodiesTogetherBytes !== undefined && { preParsing: bodyBudget(call.bodiesTogetherBytes) }),
    // A call without a current signature is rejected before its body is read.
    onRequest: async (request) => {
      readSigned(request, clock())
      call.beforeBody?.(request)
    },
    preHandler: async (request) => {
      const signer = await call.signer(request)
      request.signedBy = checkSignature(request, signer, clock())
      await scope.limitSigner(request)
    },
    handler: async (request, reply) => {
      const body = await parseJson(request)
      // Frees the text, which is no longer needed once verified and parsed.
      request.rawText = ''
      const input = readBody(call.body, body)
      try {
        return { status: true, message: 'OK', data: await call.answer(input, request, untilDisconnected(reply)) }
      } catch (error) {
        throw error instanceof IdempotencyConflict ? conflict(error.message) : error
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

async function parseJson(request: FastifyRequest): Promise<unknown> {
  const parse = request.server.getDefaultJsonParser('error', 'error')
  return await new Promise((resolve, reject) => {
    void parse(request, request.rawText, (error, value) => (error === null ? resolve(value) : reject(error)))
  })
}

/** Reads the signature headers; throws if one is missing or malformed, or the timestamp is not recent. */
function readSigned(request: FastifyRequest, now: Date) {
  const id = headerText(request, 'webhook-id')
  const timestamp = headerText(request, 'webhook-timestamp')
  const signature = headerText(request, 'webhook-signature')
  if (!/^[\x21-\x7e]{1,100}$/.test(id) || !/^\d{1,12}$/.test(timestamp) || signature === '') {
    throw notSigned('The headers webhook-id, webhook-timestamp and webhook-signature are required')
  }
  const timestampSeconds = Number(timestamp)
  if (Math.abs(now.getTime() / 1000 - timestampSeconds) > toleranceSeconds) {
    const serverTime = now.getTime()
    throw new HttpError(401, 'clock_skew', 'This call was signed too long ago, or with a wrong clock', {
      serverTime,
    })
  }
  return { id, timestampSeconds, signature }
}

function checkSignature(request: FastifyRequest, signer: Signer, now: Date): VerifiedSigner {
  const signed = { ...readSigned(request, now), body: request.rawText }
  // An unknown signer gets the same error, after the same work.
  const isRight = verifyWebhook({ ...signed, secret: signer?.secret ?? 'whsec_none' }, { now, toleranceSeconds })
  if (signer === null || !isRight) throw notSigned('The signature is invalid')
  return { name: signer.name, merchant: signer.merchant }
}

function notSigned(message: string): HttpError {
  return new HttpError(401, 'not_signed_in', message)
}

/** Returns a header's value; empty if it is missing or repeated. */
export function headerText(request: FastifyRequest, name: string): string {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}
