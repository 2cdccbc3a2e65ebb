import { type Kysely, sql } from 'kysely'
import ipaddr from 'ipaddr.js'
import type { Tables } from '../../db/tables.ts'
import type { PublicContext } from '../../http/handler.ts'
import { tooManyRequests } from '../../http/http-error.ts'
import { type DeviceOwner, knownDevice } from './known-device.ts'

/** What a code authorises: a sign-in or a password reset. */
export type Purpose = 'LOGIN' | 'RESET'

/** Secret that an attempt guesses: a password or a code. */
export type Guessed = 'PASSWORD' | Purpose

/** Attempt, counted as a failure before it is verified, so that parallel attempts cannot outrun the count. */
export interface Attempt {
  email: string
  guessed: Guessed
  place: string
  /** Whether the account's own count was increased too. */
  byStranger: boolean
  /** What a failure locks: the place, the account for unknown devices, or nothing. */
  closes: 'place' | 'account' | null
}

const minuteMs = 60_000
const maxFailures = 10
/** Duration of a place's lockout. */
export const lockoutMs = 30 * minuteMs
const longestWaitMs = 15 * minuteMs
/** Time without a failure after which the count restarts. */
const forgottenMs = 24 * 60 * minuteMs
/** Key of the account's own count, in place of a place's. */
export const wholeAccount = ''

/**
 * Counts an attempt or rejects it. Ten failures from one place lock that place out of the account; the account's failures from
 * everywhere delay unknown devices longer and longer. A known device is its own place and waits for no other.
 */
export async function countAttempt(
  context: PublicContext,
  guessed: Guessed,
  email: string,
  owner: DeviceOwner | null,
): Promise<Attempt> {
  const { now } = context
  const device = knownDevice(context, owner)
  const byStranger = device === null
  const place = device === null ? `address ${network(context.caller.address)}` : `device ${device}`
  return await context.db.transaction().execute(async (db) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`tries ${guessed} ${email}`}, 0))`.execute(db)
    const rows = await db
      .selectFrom('sign_in_tries')
      .select(['place', 'failures', 'last_at'])
      .where('email', '=', email)
      .where('guessed', '=', guessed)
      .where('place', 'in', [wholeAccount, place])
      .execute()
    const count = (key: string) => countAt(rows.find((row) => row.place === key) ?? null, key, now)
    const [accountCount, placeCount] = [count(wholeAccount), count(place)]
    const closedUntil = Math.max(placeCount.closedUntil, byStranger ? accountCount.closedUntil : 0)
    if (closedUntil > now.getTime())
      throw tooManyFailures(guessed, placeCount.closedUntil > 0, closedUntil - now.getTime())
    const accountFailures = byStranger ? accountCount.failures + 1 : accountCount.failures
    const placeFailures = placeCount.failures + 1
    const last_at = now.toISOString()
    await db
      .insertInto('sign_in_tries')
      .values([
        {
          email,
          guessed,
          place: wholeAccount,
          failures: accountFailures,
          last_at: byStranger ? last_at : accountCount.lastAt,
        },
        { email, guessed, place, failures: placeFailures, last_at },
      ])
      .onConflict((conflict) =>
        conflict.columns(['email', 'guessed', 'place']).doUpdateSet((row) => ({
          failures: row.ref('excluded.failures'),
          last_at: row.ref('excluded.last_at'),
        })),
      )
      .execute()
    const isDelayed = byStranger && accountFailures % maxFailures === 0
    return {
      email,
      guessed,
      place,
      byStranger,
      closes: placeFailures === maxFailures ? 'place' : isDelayed ? 'account' : null,
    }
  })
}

/** Removes an attempt that was no failure from the counts. */
export async function uncountAttempt(
  db: Kysely<Tables>,
  { email, guessed, place, byStranger }: Attempt,
): Promise<void> {
  await db
    .updateTable('sign_in_tries')
    .set({ failures: sql<number>`greatest(failures - 1, 0)` })
    .where('email', '=', email)
    .where('guessed', '=', guessed)
    .where('place', 'in', byStranger ? [wholeAccount, place] : [place])
    .execute()
}

/** Resets the failures of this place and of the account itself after a successful verification. Other places keep theirs. */
export async function purgeFailures(db: Kysely<Tables>, { email, place }: Attempt): Promise<void> {
  await db
    .updateTable('sign_in_tries')
    .set({ failures: 0 })
    .where('email', '=', email)
    .where('place', 'in', [wholeAccount, place])
    .execute()
}

interface Count {
  failures: number
  lastAt: string
  /** 0 while it is open. */
  closedUntil: number
}

function countAt(row: { failures: number; last_at: string } | null, place: string, now: Date): Count {
  const lastMs = row === null ? 0 : Date.parse(row.last_at)
  const failures = row === null || now.getTime() - lastMs > forgottenMs ? 0 : row.failures
  const lastAt = row?.last_at ?? now.toISOString()
  if (place === wholeAccount) {
    // Concurrent attempts may be counted out of order, so `lastMs` can be in the future; below the limit that closes nothing.
    return { failures, lastAt, closedUntil: failures < maxFailures ? 0 : lastMs + waitMs(failures) }
  }
  if (failures < maxFailures) return { failures, lastAt, closedUntil: 0 }
  const closedUntil = lastMs + lockoutMs
  return closedUntil > now.getTime() ? { failures, lastAt, closedUntil } : { failures: 0, lastAt, closedUntil: 0 }
}

/** One second after an account's tenth failure, doubled by each further one. */
function waitMs(failures: number): number {
  return Math.min(1000 * 2 ** (failures - maxFailures), longestWaitMs)
}

function tooManyFailures(guessed: Guessed, isPlace: boolean, closedForMs: number) {
  const sentence = `Too many wrong ${nameOf(guessed)} ${isPlace ? 'from this address' : 'for this account'}`
  return tooManyRequests(sentence, Math.ceil(closedForMs / 1000))
}

/** Plural noun for messages. */
export function nameOf(guessed: Guessed): string {
  return guessed === 'PASSWORD' ? 'passwords' : 'codes'
}

/** Network that one client controls: an IPv4 address, or the /64 of an IPv6 address. */
function network(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const [a = 0, b = 0, c = 0, d = 0] = parsed.parts
  return `${new ipaddr.IPv6([a, b, c, d, 0, 0, 0, 0]).toString()}/64`
}
