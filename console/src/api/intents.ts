import type { Call, Request } from '@kobo/contract/kit/call'
import { recordIds } from '@kobo/contract/kit/id'
import type { Mode } from '@kobo/contract/kit/mode'
import { session } from '@kobo/contract/session'
import type { z } from 'zod'
import { loadConfig } from './config.ts'
import { ApiError } from './api-error.ts'
import { isPreviewed } from './role-preview.ts'
import { type Answer, type SendOptions, newIdempotencyKey, send } from './send.ts'
import { currentSession } from './session-store.ts'
import { sha256Hex } from './sign.ts'

/** A write with an unknown outcome: in flight, or without a response. */
interface Intent {
  key: string
  /** Hash of the request, so that its text is not stored. */
  bodySha256Hex: string
  /** Local time in milliseconds. The server purges the key after a day. */
  sentAt: number
}

/** Outcome of an earlier request. */
interface Outcome {
  tookEffect: boolean
  /** Message that the server returned for it. */
  message: string | null
}

const rememberedMs = 23 * 3_600_000

/** Intents by person, mode, call and record. They outlive the form that sent them, and end with the tab. */
const intents = new Map<string, Intent>()

/**
 * Sends a write under a key bound to its call, record and body, so that it takes effect once. In the preview of a role only the
 * mode can be changed.
 */
export async function sendIntent<C extends Call>(
  call: C,
  request: Request<C>,
  options: SendOptions,
): Promise<Answer<C>> {
  rejectInPreview(call)
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
    const reply = await send(call, request, { ...options, idempotencyKey: intent.key })
    intents.delete(scope)
    return reply
  } catch (problem) {
    if (isDefinite(problem) && intents.get(scope) === intent) intents.delete(scope)
    throw problem
  }
}

/** Rejects a write while the operator sees the console as another role, whatever the operator's own role allows. */
function rejectInPreview(call: Call): void {
  const shown = currentSession()
  if (call.path === session.changeMode.path || shown.state !== 'signed-in' || !isPreviewed(shown.user)) return
  throw new ApiError(403, 'previewed', `You see the console as ${shown.user.roleName}. Nothing can be changed`)
}

/** Returns whether an earlier write of this call to this record has an unknown outcome. */
export function hasUnknownOutcome<C extends Call>(call: C, request: Request<C>, mode: Mode | undefined): boolean {
  return intentAt(scopeOf(call, request, mode)) !== undefined
}

/**
 * Queries the outcome of the earlier write; one that has not taken effect is cancelled. Returns null if there is no such write,
 * or if the server does not support the query.
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
    const reason = problem instanceof ApiError ? `: ${problem.message}` : ''
    throw new ApiError(0, 'outcome_unknown', `Nothing was sent. ${notKnown}${reason}`)
  })
  if (outcome?.tookEffect) {
    throw new ApiError(0, 'carried_out', `${carriedOut(outcome)}. Your later changes were not sent`)
  }
}

export const notKnown = 'Your earlier request is still unconfirmed'

/** Returns the operator's message about an earlier request that took effect. */
export function carriedOut({ message }: Outcome): string {
  return message ? `Your earlier request was carried out: ${message}` : 'Your earlier request was carried out'
}

/** Clears all intents, as a reload does. */
export function forgetIntents(): void {
  intents.clear()
}

async function canCheck(): Promise<boolean> {
  // If the configuration cannot be loaded, the query fails with its own error.
  return await loadConfig().then(
    ({ additions }) => additions,
    () => true,
  )
}

/** Returns whether the failure proves that the request had no effect. */
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
  const values = new Map<string, unknown>(Object.entries(request))
  const fields = Object.entries<z.core.$ZodType>({ ...call.query?.shape, ...call.body?.shape })
  const records = fields.flatMap(([name, schema]) => (recordIds.has(schema) ? [values.get(name)] : []))
  return JSON.stringify([person, mode, call.method, call.path, ...records])
}

/** Serialises the whole request; files by their identifying properties. */
function bodyText(request: object): string {
  return JSON.stringify(request, (_name, value: unknown) =>
    value instanceof File ? [value.name, value.size, value.type, value.lastModified] : value,
  )
}
