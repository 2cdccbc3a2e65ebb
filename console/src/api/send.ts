import type { Call, Data, Request as CallRequest } from '@kobo/contract/kit/call'
import { type Mode, mode as modeSchema } from '@kobo/contract/kit/mode'
import { session } from '@kobo/contract/session'
import { z } from 'zod'
import { followServerClock, serverNow, setServerTime } from './clock.ts'
import { loadConfig } from './config.ts'
import { ApiError, failureOf, lastResort } from './api-error.ts'
import { encodeRequest } from './encode-request.ts'
import { withTimeout, readWithinMs, tooLate, writeWithinMs } from './with-timeout.ts'
import { newIdempotencyKey } from './idempotency-key.ts'
import { readSessionEnd } from './session-end.ts'
import { adoptMode, announceMode, currentSession, keptPage, loseSession, signer } from './session-store.ts'
import { accessToken } from './sign.ts'

export interface SendOptions {
  signal?: AbortSignal | undefined
  /** The same through all retries of one intent, so that it has its effect once; a write without one is an intent of its own. */
  idempotencyKey?: string | undefined
  /** Polling: does not keep the session alive. */
  background?: boolean | undefined
  /** The mode that the asking screen shows; without it, the mode that this tab shows. */
  mode?: Mode | undefined
  /** Called while files go out, with how much has gone: from 0 to 1. */
  onProgress?: ((sent: number) => void) | undefined
}

export interface Answer<C extends Call> {
  data: Data<C>
  message: string
}

/**
 * Makes a call, unless it would be one of a page that is kept while nobody is signed in: signs it, sends it, checks the answer.
 * Whatever goes wrong is an `ApiFailure`.
 */
export async function send<C extends Call>(
  call: C,
  request: CallRequest<C>,
  options: SendOptions = {},
): Promise<Answer<C>> {
  const isDoneOnce = takesKey(call)
  const intent = {
    ...options,
    idempotencyKey: isDoneOnce ? (options.idempotencyKey ?? newIdempotencyKey()) : undefined,
  }
  const limit = {
    withinMs: call.effect === 'read' ? readWithinMs : writeWithinMs,
    sentence: isDoneOnce ? `${tooLate}. If it was done after all, it is not done twice` : tooLate,
    signal: options.signal,
  }
  return withTimeout(limit, async (signal) => {
    try {
      return await sendOnce(call, request, { ...intent, signal })
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem
      if (problem.serverTime !== undefined) setServerTime(problem.serverTime)
      // One lost packet is no reason to show a failure; a write may have had its effect before its answer was lost.
      else if (call.effect === 'read' && problem.code === 'offline') await pause(retryReadAfterMs, signal)
      else throw problem
      return await sendOnce(call, request, { ...intent, signal })
    }
  })
}

/** How long a network that has just failed is given to recover. */
const retryReadAfterMs = 300

async function pause(forMs: number, signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, forMs))
  signal.throwIfAborted()
}

async function sendOnce<C extends Call>(call: C, request: CallRequest<C>, options: SendOptions): Promise<Answer<C>> {
  if (keptPage() && call.permission !== 'public' && !tellsMode.has(call.path)) {
    throw new ApiError(401, 'not_signed_in', 'You are not authenticated, please login')
  }
  const config = await reach(loadConfig)
  options.signal?.throwIfAborted()
  const { path, body } = encodeRequest(call, request, config)
  const { stored, turn } = call.permission === 'public' ? { stored: null, turn: 0 } : signer()
  const shownMode = options.mode ?? stored?.mode
  const headers = new Headers()
  const text = typeof body === 'string' ? body : ''
  if (text) headers.set('content-type', 'application/json')
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey)
  if (options.background) headers.set('x-background', '1')
  if (stored) {
    if (call.effect !== 'read' && shownMode) headers.set('x-mode', shownMode)
    const timestampMs = serverNow()
    const signed = { ...stored, hashKey: config.hashKey, timestampMs, method: call.method, path, body: text }
    headers.set(
      'access-token',
      await reach(() =>
        accessToken({ ...signed, headers: config.accessToken === 'v2' ? covered(headers) : undefined }),
      ),
    )
  }
  const { method } = call
  const { signal, onProgress } = options
  const url = `${config.apiBaseUrl}${path}`
  const response = await reach(async () =>
    body instanceof FormData
      ? (await import('./upload.ts')).upload(url, { method, headers, body, signal, onProgress })
      : fetch(url, { method, headers, body: body ?? null, credentials: 'include', signal: signal ?? null }),
  )
  followServerClock(response)
  const reply = await readJson(response)
  if (stored) {
    readSessionEnd(response.headers, { isBackground: options.background === true })
    if (response.status === 401) loseSession(stored.sessionId)
    else followServer(call, response, shownMode, turn)
  }
  if (!response.ok) throw failureOf(response, reply)
  return checked(call, reply)
}

/** What a captured write must not be sent again without. */
function covered(headers: Headers) {
  return { idempotencyKey: headers.get('idempotency-key') ?? '', mode: headers.get('x-mode') ?? '' }
}

/** Whether its effect comes once under one idempotency key. */
export function takesKey({ effect, permission }: Call): boolean {
  return effect === 'write' && permission !== 'public'
}

export const unreachable = 'The server cannot be reached. Check your connection and try again'

/** Says so in a clear sentence when no answer comes; an abort stays an abort. */
async function reach<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (problem) {
    if (problem instanceof ApiError || (problem instanceof Error && problem.name === 'AbortError')) throw problem
    throw new ApiError(0, 'offline', unreachable)
  }
}

async function readJson(response: Response): Promise<unknown> {
  const text = await reach(() => response.text())
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Every reply names the mode that answered. Where it is not the one that the screen shows, the screen follows, and what
 * was read does not count: it belongs to the other mode.
 */
function followServer(call: Call, response: Response, shownMode: Mode | undefined, turn: number): void {
  const answered = modeSchema.safeParse(response.headers.get('x-mode')).data
  if (!answered || answered === shownMode || (response.ok && tellsMode.has(call.path))) return
  if (turn === signer().turn) {
    // A screen that does not show anything yet turns to nothing; a refused write says it in the server's own words.
    const isNews = currentSession().state === 'signed-in' && signer().stored?.mode !== answered
    adoptMode(answered)
    if (response.ok && isNews) announceMode(answered)
  }
  if (call.effect !== 'write') {
    throw new ApiError(409, 'mode_changed', 'The mode was changed while this was loading. Try again')
  }
}

/** The calls whose answer itself says which mode to show. */
const tellsMode = new Set<string>([session.changeMode.path, session.profile.path])

const envelope = z.object({ status: z.literal(true), message: z.string().default(''), data: z.unknown().optional() })

/** Strips what the contract does not name and refuses what it does not allow. */
function checked<C extends Call>(call: C, reply: unknown): Answer<C> {
  const outer = envelope.safeParse(reply)
  const inner = outer.success ? z.safeParse<C['reply']>(call.reply, outer.data.data ?? {}) : outer
  if (!outer.success || !inner.success) {
    console.error(`${call.method} ${call.path}: the reply breaks the contract`, inner.error?.issues ?? reply)
    throw new ApiError(200, 'bad_reply', `${lastResort}: the server's answer could not be understood`)
  }
  return { data: inner.data, message: outer.data.message }
}
