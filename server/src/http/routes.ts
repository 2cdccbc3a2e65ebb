import multipart from '@fastify/multipart'
import type { Call } from '@kobo/contract/kit/call'
import { otherMode } from '@kobo/contract/kit/mode'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { asHttpError } from './error-handler.ts'
import { inputOf, readDeletion, refuseUndeclared } from './call-input.ts'
import { apiPrefix, callSchema } from './call-schema.ts'
import type {
  Areas,
  Caller,
  MakeContext,
  PrepareContext,
  PublicContext,
  ReadContext,
  AppDeps,
  WriteContext,
  Written,
} from './handler.ts'
import { findReply, hashContent, type Intent } from './idempotency.ts'
import { untilDisconnected } from './receive-images.ts'
import { badRequest, HttpError, tooManyRequests } from './http-error.ts'
import { maskPersonal } from './mask-personal.ts'
import { allowSlowForm } from './request-arrival.ts'
import { mayDo } from './rights.ts'
import { openSessionLsns, type SessionLsns } from './session-lsns.ts'
import { authenticate, confirmSession, cookieName, type Signature } from './sessions.ts'
import { receiveUploads, requireFiles, type Uploads } from './uploads.ts'
import { runMake, runWrite } from './write.ts'

declare module 'fastify' {
  interface FastifyRequest {
    bodySha256Hex: string | null
    signature: Signature | null
    uploads: Uploads | null
  }
}

const deviceLifeSeconds = 365 * 24 * 3600
const agentLength = 300

type AnyFunction = (input: unknown, context: unknown) => Promise<unknown>
type AnyPrepared = { prepare: (input: unknown, context: PrepareContext) => Promise<(context: WriteContext) => unknown> }
type AnyHandler = AnyFunction | AnyPrepared

interface Route {
  services: AppDeps
  lsns: SessionLsns
  call: Call
  handler: AnyHandler
  inputOf: (request: FastifyRequest) => Record<string, unknown>
}

/** Adds one route for every call of the contract. Throws if a call has no handler or contradicts itself. */
export function addRoutes<T extends Record<string, Record<string, Call>>>(
  app: FastifyInstance,
  services: AppDeps,
  contract: T,
  areas: Areas<T>,
): void {
  const { limits } = services.settings
  const lsns = openSessionLsns(services)
  const perSession = app.createRateLimit({
    max: limits.perSession,
    timeWindow: '1 minute',
    keyGenerator: (request) => request.signature?.sessionId ?? request.ip,
  })
  for (const [area, calls] of Object.entries(contract)) {
    for (const [name, call] of Object.entries(calls)) {
      const handler = areas[area]?.[name] as AnyHandler | undefined
      const fault = handler ? problemOf(call) : 'has no handler'
      if (!handler || fault !== null) throw new Error(`The call ${area}.${name} ${fault}`)
      const route = { services, lsns, call, handler, inputOf: inputOf(call) }
      const addTo = (scope: FastifyInstance) =>
        scope.route({
          method: call.method,
          url: `${apiPrefix}${call.path}`,
          schema: callSchema(call, area),
          config: call.limit ? { rateLimit: { max: limits[call.limit], timeWindow: '1 minute' } } : {},
          preValidation: async (request, reply) => {
            if (call.permission !== 'public') {
              const signature = await recognise(services, request, reply)
              const limit = await perSession(request)
              if (!limit.isAllowed && limit.isExceeded)
                throw tooManyRequests('Too many requests. Wait a moment', limit.ttlInSeconds)
              admit(call, request, signature)
            }
            if (call.files) {
              await readFiles(call, request)
              if (request.signature) {
                // The form may have taken minutes to arrive.
                request.signature = await confirmSession(services, request.signature)
                admit(call, request, request.signature)
              }
            }
            readDeletion(call, request)
            refuseUndeclared(call, request)
          },
          handler: (request, reply) => respondTo(route, request, reply),
          onError: async (request) => {
            await request.uploads?.discard()
          },
        })
      if (call.files) {
        // Multipart is parsed only in this scope; every other call still accepts only JSON.
        void app.register(async (scope) => {
          await scope.register(multipart)
          addTo(scope)
        })
      } else addTo(app)
    }
  }
}

/** Returns why a declared call is invalid; null if it is valid. */
function problemOf(call: Call): string | null {
  if (!call.permission) return 'declares no permission'
  if (call.method === 'GET' && call.effect === 'write')
    return 'is a GET, which browsers may repeat: it must not be a write'
  if (call.permission === 'public' && (call.effect === 'make' || call.files))
    return 'is public, so it must not create or receive files'
  const twice = Object.keys(call.query?.shape ?? {}).find((key) => key in (call.body?.shape ?? {}))
  return twice === undefined ? null : `takes ${twice} in its query and in its body`
}

/** Reads uploaded files. The caller is authorised before their first byte is read. */
async function readFiles(call: Call, request: FastifyRequest): Promise<void> {
  if (request.isMultipart()) {
    allowSlowForm(request)
    request.uploads = await receiveUploads(call, request)
    request.body = request.uploads.fields
  }
  requireFiles(call, request.uploads?.files ?? {})
}

/** Authenticates the request; the reply carries the session's mode, its remaining seconds and the version of the role. */
async function recognise(services: AppDeps, request: FastifyRequest, reply: FastifyReply): Promise<Signature> {
  const apiPath = request.raw.url?.slice(apiPrefix.length) ?? ''
  const signature = await authenticate(services, request, apiPath)
  request.signature = signature
  reply.header('x-mode', signature.mode)
  reply.header('x-rights', `${signature.staff.role.id}.${signature.staff.role.version}`)
  reply.header('x-session-idle-seconds', Math.floor(signature.remaining.idleMs / 1000))
  reply.header('x-session-seconds', Math.floor(signature.remaining.totalMs / 1000))
  return signature
}

/** Rejects a call without permission, and a change made while another mode was shown. */
function admit(call: Call, request: FastifyRequest, { staff, mode, version }: Signature): void {
  if (!mayDo(staff, call.permission)) throw new HttpError(403, 'not_permitted', 'Your role does not allow this')
  const shown = request.headers['x-mode']
  if (call.effect !== 'read' && shown !== undefined && shown !== mode) {
    const other = mode === 'SANDBOX' ? 'Test' : 'Live'
    throw new HttpError(409, 'mode_changed', `The mode was changed to ${other} elsewhere. Nothing was changed`)
  }
  // Without a key, a captured write could be replayed.
  if (version === 'v2' && call.effect === 'write' && request.headers['idempotency-key'] === undefined) {
    throw badRequest('Idempotency-Key is required')
  }
}

async function respondTo(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  try {
    return await respond(route, request, reply)
  } finally {
    await request.uploads?.discard()
  }
}

async function respond(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { services, lsns, call } = route
  const input = route.inputOf(request)
  const base: PublicContext = {
    ...services,
    now: services.clock(),
    requestId: request.id,
    caller: callerOf(services, request),
  }
  const context = { ...base, ...request.signature }
  if (call.effect === 'write') {
    const written = await lsns.runOther(call, request, reply, () => carryOut(route, input, context, request, reply))
    setCookies(services, reply, written)
    if (written.mode !== undefined) reply.header('x-mode', written.mode)
    return { status: true, message: written.message, data: shownData(call, context, written.data) }
  }
  const handler = plain(route.handler)
  const data =
    isSigned(context) && services.lists.has(call.path)
      ? await lsns.runList(request, reply, (db) => readSigned(call, handler, input, { ...context, db }))
      : await lsns.runOther(call, request, reply, () =>
          isSigned(context) ? readSigned(call, handler, input, context) : handler(input, context),
        )
  return { status: true, message: 'OK', data: shownData(call, context, data) }
}

/** Runs a call that is no write. Its 404 names the other mode if the same call finds the record there. */
async function readSigned(call: Call, handler: AnyFunction, input: unknown, context: ReadContext): Promise<unknown> {
  try {
    return await handler(input, withCommit(context))
  } catch (error) {
    const failure = asHttpError(error)
    if (call.effect !== 'read' || failure.statusCode !== 404) throw error
    const existsIn = otherMode(context.mode)
    const isThere = await handler(input, { ...context, mode: existsIn }).then(
      () => true,
      () => false,
    )
    throw isThere ? new HttpError(404, failure.code, failure.message, { existsIn }) : error
  }
}

/** Public calls concern nobody but the caller. */
function shownData(call: Call, context: PublicContext, data: unknown): unknown {
  return isSigned(context) ? maskPersonal(call, context.staff, data) : data
}

function callerOf({ settings }: AppDeps, { ip, cookies, headers }: FastifyRequest): Caller {
  const device = cookies[cookieName(settings.publicUrl, 'device')] ?? null
  return { address: ip, device, agent: headers['user-agent']?.slice(0, agentLength) ?? null }
}

async function carryOut(
  { call, handler }: Route,
  input: unknown,
  context: PublicContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Written<Call>> {
  if (!isSigned(context)) return await asWritten(plain(handler)(input, context))
  const intents = readIntents(call, request, context)
  const { written, replayed } = await carryOutOnce(
    handler,
    input,
    { ...context, signal: untilDisconnected(reply) },
    intents,
  )
  if (replayed) reply.header('idempotency-replayed', 'true')
  return written
}

async function carryOutOnce(handler: AnyHandler, input: unknown, context: PrepareContext, intents: Intent[]) {
  if (typeof handler === 'function') {
    return await runWrite(context, intents, async (write) => asWritten(handler(input, write)))
  }
  // A completed write is not prepared again: a changed password, for example, would now be wrong.
  const earlier = await findReply(context.db, intents)
  const inTransaction = earlier ? rejectReplay : await handler.prepare(input, context)
  return await runWrite(context, intents, async (write) => asWritten(inTransaction(write)))
}

function rejectReplay(): never {
  throw new Error('The stored response disappeared between two reads')
}

function isSigned(context: PublicContext): context is ReadContext {
  return 'staff' in context
}

function withCommit(context: ReadContext): MakeContext {
  return { ...context, commit: (work) => runMake(context, work) }
}

function plain(handler: AnyHandler): AnyFunction {
  if (typeof handler === 'function') return handler
  throw new Error('Only an authenticated write can be prepared before its transaction')
}

async function asWritten(written: unknown): Promise<Written<Call>> {
  return (await written) as Written<Call>
}

/** Intents that must not run twice: the key, and under v1, whose signature does not cover a key, the signature. */
function readIntents(call: Call, request: FastifyRequest, { staff, mode, seal }: ReadContext): Intent[] {
  const bodyHash = request.uploads?.sha256Hex ?? request.bodySha256Hex ?? ''
  const intent = {
    staffId: staff.id,
    call: `${call.method} ${call.path}`,
    contentHashes: hashContent(seal, `${mode} ${request.raw.url} ${bodyHash}`),
  }
  const { version, mac } = request.signature ?? {}
  const intents: Intent[] = version === 'v1' ? [{ ...intent, key: `v1 ${mac}`, isSignature: true }] : []
  const key = request.headers['idempotency-key']
  if (key === undefined) return intents
  if (typeof key !== 'string' || !/^[\x21-\x7e]{8,100}$/.test(key)) {
    throw badRequest('Idempotency-Key must be 8 to 100 visible characters')
  }
  return [...intents, { ...intent, key }]
}

function setCookies({ settings }: AppDeps, reply: FastifyReply, { cookie, device }: Written<Call>): void {
  const { publicUrl } = settings
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure: publicUrl.startsWith('https:') } as const
  const session = cookieName(publicUrl)
  if (cookie === 'clear') reply.clearCookie(session, options)
  else if (cookie) reply.setCookie(session, cookie.value, { ...options, maxAge: cookie.maxAgeSeconds })
  if (device) reply.setCookie(cookieName(publicUrl, 'device'), device, { ...options, maxAge: deviceLifeSeconds })
}
