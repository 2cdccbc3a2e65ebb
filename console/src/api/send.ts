import type { Call, Data, Request as CallRequest } from '@kobo/contract/kit/call'
import { type Mode, mode as modeSchema } from '@kobo/contract/kit/mode'
import { session } from '@kobo/contract/session'
import { z } from 'zod'
import { followServerClock, serverNow, setServerTime } from './clock.ts'
import { loadConfig } from './config.ts'
import { ApiError, failureOf, lastResort } from './api-error.ts'
import { takeEarlyRead } from './early-reads.ts'
import { encodeRequest } from './encode-request.ts'
import { readWithinMs, tooLate, withTimeout, writeWithinMs } from './with-timeout.ts'
import { readSessionEnd } from './session-end.ts'
import { mayMake } from './rights.ts'
import {
  adoptMode,
  announceMode,
  currentSession,
  readKeptPage,
  loseSession,
  signer,
  updateUser,
} from './session-store.ts'
import { accessToken } from './sign.ts'

export interface SendOptions {
  signal?: AbortSignal | undefined
  /** Shared by all retries of one intent, so that it takes effect once. Without a key, each write is an intent of its own. */
  idempotencyKey?: string | undefined
  /** Marks a polling call, which does not extend the session. */
  background?: boolean | undefined
  /** Mode of the calling screen; by default the mode that this tab shows. */
  mode?: Mode | undefined
  /** Called during uploads with the fraction sent, from 0 to 1. */
  onProgress?: ((sent: number) => void) | undefined
}

export interface Answer<C extends Call> {
  data: Data<C>
  message: string
}

/**
 * Signs and sends a call and validates its response. Every failure but an abort is an `ApiError`. Rejects calls of a page that
 * is kept while the person is signed out.
 */
export async function send<C extends Call>(
  call: C,
  request: CallRequest<C>,
  options: SendOptions = {},
): Promise<Answer<C>> {
  const isIdempotent = hasIdempotencyKey(call)
  const intent = {
    ...options,
    idempotencyKey: isIdempotent ? (options.idempotencyKey ?? newIdempotencyKey()) : undefined,
  }
  const limit = {
    withinMs: call.effect === 'read' ? readWithinMs : writeWithinMs,
    sentence: isIdempotent ? `${tooLate}. Your request will not be carried out twice` : tooLate,
    signal: options.signal,
  }
  return withTimeout(limit, async (signal, restart) => {
    // A large file over a slow connection takes minutes, during which it makes progress.
    const onProgress = (sent: number) => {
      restart()
      options.onProgress?.(sent)
    }
    try {
      return await sendOnce(call, request, { ...intent, signal, onProgress })
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem
      if (problem.serverTime !== undefined) setServerTime(problem.serverTime)
      // Retries a read once, so that one lost packet shows no error. A write may have taken effect before its response was lost.
      else if (call.effect === 'read' && problem.code === 'offline') await pause(retryReadAfterMs, signal)
      else throw problem
      return await sendOnce(call, request, { ...intent, signal })
    }
  })
}

/** Delay before a read is retried after a network failure. */
const retryReadAfterMs = 300

async function pause(forMs: number, signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, forMs))
  signal.throwIfAborted()
}

async function sendOnce<C extends Call>(call: C, request: CallRequest<C>, options: SendOptions): Promise<Answer<C>> {
  if (readKeptPage() && call.permission !== 'public' && !modeReportingPaths.has(call.path)) {
    throw new ApiError(401, 'not_signed_in', 'You are not authenticated, please login')
  }
  if (call.effect === 'read' && !mayMake(currentSession(), call)) {
    throw new ApiError(403, 'not_permitted', 'Your role does not include this', { permission: call.permission })
  }
  const config = await withReadableErrors(loadConfig)
  options.signal?.throwIfAborted()
  const { path, body } = encodeRequest(call, request, config)
  const { stored, turn } = call.permission === 'public' ? { stored: null, turn: 0 } : signer()
  const shownMode = options.mode ?? stored?.mode
  const headers = new Headers()
  const text = typeof body === 'string' ? body : ''
  if (text) headers.set('content-type', 'application/json')
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey)
  if (options.background) headers.set('x-background', '1')
  const { method } = call
  const { signal, onProgress } = options
  const url = `${config.apiBaseUrl}${path}`
  const early = stored && method === 'GET' && !options.background && (await takeEarlyRead(url, stored.sessionId))
  if (stored && !early) {
    if (call.effect !== 'read' && shownMode) headers.set('x-mode', shownMode)
    const timestampMs = serverNow()
    const signed = { ...stored, hashKey: config.hashKey, timestampMs, method: call.method, path, body: text }
    headers.set(
      'access-token',
      await withReadableErrors(() =>
        accessToken({ ...signed, headers: config.accessToken === 'v2' ? signedHeaders(headers) : undefined }),
      ),
    )
  }
  const response =
    early ||
    (await withReadableErrors(async () =>
      body instanceof FormData
        ? (await import('./upload.ts')).upload(url, { method, headers, body, signal, onProgress })
        : fetch(url, { method, headers, body: body ?? null, credentials: 'include', signal: signal ?? null }),
    ))
  // An early read has no signal of its own.
  if (early) signal?.throwIfAborted()
  followServerClock(response)
  const reply = await readJson(response)
  if (stored) {
    readSessionEnd(response.headers, { isBackground: options.background === true })
    if (response.status === 401) loseSession(stored.sessionId)
    else {
      followRights(stored.sessionId, response)
      adoptResponseMode(call, response, shownMode, turn)
    }
  }
  if (!response.ok) throw failureOf(response, reply, call.permission)
  return parseReply(call, reply)
}

/** Headers that the signature covers, so that a captured write cannot be replayed without them. */
function signedHeaders(headers: Headers) {
  return { idempotencyKey: headers.get('idempotency-key') ?? '', mode: headers.get('x-mode') ?? '' }
}

/** Returns whether the call takes an idempotency key. */
export function hasIdempotencyKey({ effect, permission }: Call): boolean {
  return effect === 'write' && permission !== 'public'
}

export const unreachable = 'The server cannot be reached. Check your connection and try again'

/** Turns network errors into an `ApiError` with a readable message. Aborts are rethrown. */
async function withReadableErrors<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (problem) {
    if (problem instanceof ApiError || (problem instanceof Error && problem.name === 'AbortError')) throw problem
    throw new ApiError(0, 'offline', unreachable)
  }
}

async function readJson(response: Response): Promise<unknown> {
  const text = await withReadableErrors(() => response.text())
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Adopts the mode that the response names, if the screen shows the other one. Unless the call is a write, its data is then
 * rejected, because it belongs to the other mode.
 */
function adoptResponseMode(call: Call, response: Response, shownMode: Mode | undefined, turn: number): void {
  const responseMode = modeSchema.safeParse(response.headers.get('x-mode')).data
  if (!responseMode || responseMode === shownMode || (response.ok && modeReportingPaths.has(call.path))) return
  if (turn === signer().turn) {
    // No notice if the screen shows no data yet, or if a rejected write already carries the server's message.
    const needsNotice = currentSession().state === 'signed-in' && signer().stored?.mode !== responseMode
    adoptMode(responseMode)
    if (response.ok && needsNotice) announceMode(responseMode)
  }
  if (call.effect !== 'write') {
    throw new ApiError(409, 'mode_changed', 'The mode changed while this was loading. Try again')
  }
}

/** Session, and version of its rights, that the latest response named. */
let seenRights = ''

/** Re-reads the profile once if a response names other rights than the one before, so that a changed role takes effect now. */
function followRights(sessionId: string, { headers }: Response): void {
  const version = headers.get('x-rights')
  const before = seenRights
  const rights = `${sessionId} ${version}`
  if (version === null || before === rights) return
  seenRights = rights
  if (!before.startsWith(sessionId)) return
  send(session.profile, {}, { background: true }).then(
    ({ data }) => updateUser(data.user),
    () => {
      // The next response tries it again.
      seenRights = before
    },
  )
}

/** Calls whose response body itself reports the mode to show. */
const modeReportingPaths = new Set<string>([session.changeMode.path, session.profile.path])

const envelope = z.object({ status: z.literal(true), message: z.string().default(''), data: z.unknown().optional() })

/** Strips keys that the contract does not name and rejects values that it does not allow. */
function parseReply<C extends Call>(call: C, reply: unknown): Answer<C> {
  const outer = envelope.safeParse(reply)
  const inner = outer.success ? z.safeParse<C['reply']>(call.reply, outer.data.data ?? {}) : outer
  if (!outer.success || !inner.success) {
    console.error(`${call.method} ${call.path}: the response does not match the contract`, inner.error?.issues ?? reply)
    throw new ApiError(200, 'bad_reply', `${lastResort}: the server's response could not be read`)
  }
  return { data: inner.data, message: outer.data.message }
}

/** Returns the key of one intent. `crypto.randomUUID` is missing on plain-http hosts. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
