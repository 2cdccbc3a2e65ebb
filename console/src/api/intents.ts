import type { Call, Request } from '@kobo/contract/kit/call'
import { recordIds } from '@kobo/contract/kit/id'
import type { Mode } from '@kobo/contract/kit/mode'
import { session } from '@kobo/contract/session'
import type { z } from 'zod'
import { loadConfig } from './config.ts'
import { ApiError } from './api-error.ts'
import { newIdempotencyKey } from './idempotency-key.ts'
import { type Answer, send, type SendOptions } from './send.ts'
import { currentSession } from './session-store.ts'
import { sha256Hex } from './sign.ts'

/** A write whose outcome is not known: it is on its way, or no answer came. */
interface Intent {
  key: string
  /** Hash of what was sent: the text itself is not stored. */
  bodySha256Hex: string
  /** After a day the server has forgotten the key. */
  sentAt: number
}

/** What became of an earlier request. */
interface Outcome {
  tookEffect: boolean
  /** What the server said of it then. */
  message: string | null
}

const rememberedMs = 23 * 3_600_000

/** By person, mode, call and record. They outlive the form that sent them, and end with the tab. */
const intents = new Map<string, Intent>()

/** Sends a write under a key that is bound to call, record and body, so that it takes effect once. */
export async function sendIntent<C extends Call>(
  call: C,
  request: Request<C>,
  options: SendOptions,
): Promise<Answer<C>> {
  const scope = scopeOf(call, request, options.mode)
  const bodySha256Hex = await sha256Hex(bodyText(request))
  const earlier = intentAt(scope)
  let key = earlier?.key
  if (earlier && earlier.bodySha256Hex !== bodySha256Hex && (await canCheck())) {
    await refuseUnlessIneffective(call, request, options.mode)
    key = undefined
  }
  const intent = { key: key ?? newIdempotencyKey(), bodySha256Hex, sentAt: Date.now() }
  intents.set(scope, intent)
  try {
    const answer = await send(call, request, { ...options, idempotencyKey: intent.key })
    intents.delete(scope)
    return answer
  } catch (problem) {
    if (isDefinite(problem) && intents.get(scope) === intent) intents.delete(scope)
    throw problem
  }
}

/** Whether an earlier write of this call to this record has no known outcome. */
export function hasUnknownOutcome<C extends Call>(call: C, request: Request<C>, mode: Mode | undefined): boolean {
  return intentAt(scopeOf(call, request, mode)) !== undefined
}

/**
 * Asks the server what became of the earlier write; one that did not take effect cannot any more. Null where there is none,
 * or where the server knows no such question.
 */
export async function checkOutcome<C extends Call>(
  call: C,
  request: Request<C>,
  mode: Mode | undefined,
): Promise<Outcome | null> {
  const scope = scopeOf(call, request, mode)
  const intent = intentAt(scope)
  if (!intent || !(await canCheck())) return null
  const { data } = await send(session.cancelRequest, { call: `${call.method} ${call.path}`, key: intent.key }, { mode })
  if (intents.get(scope) === intent) intents.delete(scope)
  return { tookEffect: data.tookEffect, message: data.message ?? null }
}

async function refuseUnlessIneffective<C extends Call>(
  call: C,
  request: Request<C>,
  mode: Mode | undefined,
): Promise<void> {
  const outcome = await checkOutcome(call, request, mode).catch((problem: unknown) => {
    const why = problem instanceof ApiError ? `: ${problem.message}` : ''
    throw new ApiError(0, 'outcome_unknown', `Nothing was sent. ${notKnown}${why}`)
  })
  if (outcome?.tookEffect) {
    throw new ApiError(0, 'carried_out', `${carriedOut(outcome)}. What you changed since was not sent`)
  }
}

export const notKnown = 'It is not known yet whether your earlier request was carried out'

/** An operator reads it about an earlier request. */
export function carriedOut({ message }: Outcome): string {
  return message ? `Your earlier request was carried out: ${message}` : 'Your earlier request was carried out'
}

/** Starts over as after a reload. */
export function forgetIntents(): void {
  intents.clear()
}

async function canCheck(): Promise<boolean> {
  // Where even that cannot be reached, the question fails by itself.
  return await loadConfig().then(
    ({ additions }) => additions,
    () => true,
  )
}

/** Whether the failure says what became of the request: nothing. */
function isDefinite(problem: unknown): boolean {
  if (!(problem instanceof ApiError)) return false
  if (problem.code === 'still_running') return false
  return (problem.status >= 400 && problem.status < 500) || problem.code === 'unavailable'
}

function intentAt(scope: string): Intent | undefined {
  const intent = intents.get(scope)
  return intent && Date.now() - intent.sentAt < rememberedMs ? intent : undefined
}

function scopeOf(call: Call, request: object, mode: Mode | undefined): string {
  const shown = currentSession()
  const person = shown.state === 'signed-in' ? (shown.user.id ?? shown.user.email) : ''
  const given = new Map<string, unknown>(Object.entries(request))
  const fields = Object.entries<z.core.$ZodType>({ ...call.query?.shape, ...call.body?.shape })
  const records = fields.flatMap(([name, schema]) => (recordIds.has(schema) ? [given.get(name)] : []))
  return JSON.stringify([person, mode, call.method, call.path, ...records])
}

/** All that is sent; a file by what tells it from others. */
function bodyText(request: object): string {
  return JSON.stringify(request, (_name, value: unknown) =>
    value instanceof File ? [value.name, value.size, value.type, value.lastModified] : value,
  )
}
