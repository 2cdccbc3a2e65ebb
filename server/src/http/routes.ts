import { randomUUID } from 'node:crypto'
import type { Call } from '@kobo/contract/kit/call'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { apiPrefix, callSchema } from './call-schema.ts'
import type { Areas, PublicContext, ReadContext, Services, WriteContext, Written } from './handler.ts'
import type { Intent } from './idempotency.ts'
import { mayDo } from './permissions.ts'
import { badInput, Refusal, tooMany } from './refusal.ts'
import { authenticate, cookieName, type Signature } from './sessions.ts'
import { sha256Hex } from './signature.ts'
import { runWrite } from './write.ts'

declare module 'fastify' {
  interface FastifyRequest {
    bodySha256Hex: string | null
    signature: Signature | null
  }
}

type AnyFunction = (input: unknown, context: unknown) => Promise<unknown>
type AnyPrepared = { prepare: (input: unknown, context: ReadContext) => Promise<(context: WriteContext) => unknown> }
type AnyHandler = AnyFunction | AnyPrepared

/** Makes one route of every call of the contract. Refuses to start when a call declares no permission or has no handler. */
export function addRoutes<T extends Record<string, Record<string, Call>>>(
  app: FastifyInstance,
  services: Services,
  contract: T,
  areas: Areas<T>,
): void {
  const perSession = app.createRateLimit({
    max: services.settings.limits.perSession,
    timeWindow: '1 minute',
    keyGenerator: (request) => request.signature?.sessionId ?? request.ip,
  })
  for (const [area, calls] of Object.entries(contract)) {
    for (const [name, call] of Object.entries(calls)) {
      const handler = areas[area]?.[name] as AnyHandler | undefined
      if (!handler) throw new Error(`The call ${area}.${name} has no handler`)
      if (!call.permission) throw new Error(`The call ${area}.${name} declares no permission`)
      app.route({
        method: call.method,
        url: `${apiPrefix}${call.path}`,
        schema: callSchema(call, area),
        config:
          call.path.startsWith('/auth/') || call.path.startsWith('/invite/')
            ? { rateLimit: { max: services.settings.limits.auth, timeWindow: '1 minute' } }
            : {},
        preValidation: async (request, reply) => {
          if (call.permission === 'public') return
          const apiPath = request.raw.url?.slice(apiPrefix.length) ?? ''
          const signature = await authenticate(services, request, apiPath)
          request.signature = signature
          reply.header('x-mode', signature.mode)
          const limit = await perSession(request)
          if (!limit.isAllowed && limit.isExceeded)
            throw tooMany('Too many requests. Wait a moment', limit.ttlInSeconds)
          if (!mayDo(signature.staff.role, call.permission)) {
            throw new Refusal(403, 'not_permitted', 'Your role does not allow this')
          }
          const shown = request.headers['x-mode']
          if (call.method !== 'GET' && shown !== undefined && shown !== signature.mode) {
            const other = signature.mode === 'SANDBOX' ? 'Test' : 'Live'
            throw new Refusal(409, 'mode_changed', `The mode was changed to ${other} elsewhere. Nothing was done`)
          }
          // Without a key a captured write would be carried out again.
          if (signature.version === 'v2' && call.method !== 'GET' && request.headers['idempotency-key'] === undefined) {
            throw badInput('Idempotency-Key is required')
          }
        },
        handler: (request, reply) => answer(services, call, handler, request, reply),
      })
    }
  }
}

async function answer(
  services: Services,
  call: Call,
  handler: AnyHandler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const input = { ...asObject(request.query), ...asObject(request.body) }
  const base: PublicContext = { ...services, now: services.clock(), requestId: request.id }
  const { signature } = request
  const run = typeof handler === 'function' ? handler : notPrepared
  const context: ReadContext | PublicContext = signature ? { ...base, ...signature } : base
  if (call.method === 'GET') {
    return { status: true, message: 'OK', data: await run(input, context) }
  }
  let written: Written<Call>
  if (signature) {
    const intent = readIntent(call, request, signature)
    const read = { ...base, ...signature }
    const inTransaction =
      typeof handler === 'function'
        ? (write: WriteContext) => handler(input, write)
        : await handler.prepare(input, read)
    const result = await runWrite(read, intent, async (write) => asWritten(inTransaction(write)))
    if (result.replayed) reply.header('idempotency-replayed', 'true')
    written = result.written
  } else {
    written = await asWritten(run(input, context))
  }
  setCookie(services, reply, written)
  if (call.path === '/admin/mode') reply.header('x-mode', asObject(request.body)['mode'])
  return { status: true, message: written.message, data: written.data }
}

async function notPrepared(): Promise<never> {
  throw new Error('Only a write for signed-in people is prepared before its transaction')
}

async function asWritten(written: unknown): Promise<Written<Call>> {
  return (await written) as Written<Call>
}

function readIntent(call: Call, request: FastifyRequest, signature: Signature): Intent | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !/^[\x21-\x7e]{8,100}$/.test(key)) {
    throw badInput('Idempotency-Key must be 8 to 100 visible characters')
  }
  return {
    staffId: signature.staff.id,
    call: `${call.method} ${call.path}`,
    key,
    bodySha256Hex: sha256Hex(`${signature.mode} ${request.raw.url} ${request.bodySha256Hex ?? ''}`),
  }
}

function setCookie(services: Services, reply: FastifyReply, written: Written<Call>): void {
  if (written.cookie === undefined) return
  const { publicUrl } = services.settings
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure: publicUrl.startsWith('https:') } as const
  if (written.cookie === 'clear') reply.clearCookie(cookieName(publicUrl), options)
  else
    reply.setCookie(cookieName(publicUrl), written.cookie.value, { ...options, maxAge: written.cookie.maxAgeSeconds })
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** Ids of requests are ours: a caller's own text does not get into the logs. */
export function newRequestId(): string {
  return randomUUID()
}
