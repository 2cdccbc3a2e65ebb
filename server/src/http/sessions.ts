import { isUuid } from '../uuid.ts'
import { type Mode, modeOfRow } from '@kobo/contract/kit/mode'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import { parseLsn, type Lsn } from '../db/lsn.ts'
import type { AppDeps } from './handler.ts'
import { HttpError } from './http-error.ts'
import { readAccessToken, sameText, sha256Hex, signature, type SignedHeaders } from './signature.ts'
import { openSessionKey } from './session-key.ts'
import { isActive, type Staff, staffColumns, toStaff } from './staff.ts'

export interface Signature {
  staff: Staff
  sessionId: string
  mode: Mode
  /** v2 also covers the headers that change a write. */
  version: 'v1' | 'v2'
  mac: string
  /** LSN behind the session's latest write; null before the first. */
  readAfter: Lsn | null
  /** Remaining time of the session if it stays idle, and its remaining total. */
  remaining: { idleMs: number; totalMs: number }
}

const clockToleranceMs = 60_000
/** Minimum interval between updates of the session's last use, so that reads rarely write. */
const seenEveryMs = 60_000
const emptySha256 = sha256Hex('')

/** Over HTTPS, the name's prefix binds the cookie to this host and to HTTPS. */
export function cookieName(publicUrl: string, kind: 'session' | 'device' | 'read' = 'session'): string {
  return publicUrl.startsWith('https:') ? `__Host-kobo_${kind}` : `kobo_${kind}`
}

/** Authenticates a request. Throws a 401 unless header, cookie and active session agree; a 400 if the clocks differ. */
export async function authenticate(services: AppDeps, request: FastifyRequest, apiPath: string): Promise<Signature> {
  const token = readAccessToken(request.headers['access-token'])
  const cookie = request.cookies[cookieName(services.settings.publicUrl)]
  if (token === null || cookie === undefined || !isUuid(token.sessionId)) throw notSignedIn()
  const now = services.clock()
  if (Math.abs(now.getTime() - token.timestampMs) > clockToleranceMs) {
    throw new HttpError(400, 'clock_skew', 'The clock of this computer is off by more than a minute', {
      serverTime: now.getTime(),
    })
  }
  const session = await findSession(services.db, token.sessionId, now)
  const idleMs = now.getTime() - Date.parse(session.seen_at)
  if (idleMs > services.settings.sessionIdleMs) throw notSignedIn()
  if (!sameText(session.cookie_hash, sha256Hex(cookie))) throw notSignedIn()
  const expected = signature(openSessionKey(services.seal, session), {
    method: request.method,
    path: apiPath,
    timestampMs: token.timestampMs,
    bodySha256Hex: request.bodySha256Hex ?? emptySha256,
    ...(token.version === 'v2' && { headers: signedHeaders(request) }),
  })
  if (!sameText(expected, token.mac)) throw notSignedIn()

  const background = request.headers['x-background'] === '1'
  const isExtended = !background && idleMs > Math.min(seenEveryMs, services.settings.sessionIdleMs / 10)
  if (isExtended) {
    const lastSeen = { seen_at: now.toISOString(), address: request.ip }
    await services.db.updateTable('session').set(lastSeen).where('id', '=', session.id).execute()
  }
  return {
    version: token.version,
    mac: token.mac,
    readAfter: parseLsn(session.read_after),
    sessionId: session.id,
    mode: modeOfRow(session),
    remaining: {
      idleMs: services.settings.sessionIdleMs - (isExtended ? 0 : Math.max(0, idleMs)),
      totalMs: Date.parse(session.ends_at) - now.getTime(),
    },
    staff: await toStaff(services.db, session),
  }
}

/** Returns an authenticated request with its operator as they are now. Throws a 401 if the session has ended meanwhile. */
export async function confirmSession({ db, clock }: AppDeps, authenticated: Signature): Promise<Signature> {
  const session = await findSession(db, authenticated.sessionId, clock())
  return { ...authenticated, staff: await toStaff(db, session) }
}

/** Returns a session with its operator. Throws a 401 unless it lasts and the operator may sign in. */
async function findSession(db: Database, id: string, now: Date) {
  const session = await db
    .selectFrom('session')
    .innerJoin('staff', 'staff.id', 'session.staff_id')
    .innerJoin('role', 'role.id', 'staff.role')
    .select([
      'session.id',
      'session.mode',
      'session.sealed_key',
      'session.cookie_hash',
      'session.seen_at',
      'session.ends_at',
      'session.ended_at',
      'session.read_after',
      ...staffColumns,
    ])
    .where('session.id', '=', id)
    .executeTakeFirst()
  if (!session || session.ended_at !== null || !isActive(session, now)) throw notSignedIn()
  if (now.getTime() >= Date.parse(session.ends_at)) throw notSignedIn()
  return session
}

function signedHeaders({ headers }: FastifyRequest): SignedHeaders {
  return { idempotencyKey: String(headers['idempotency-key'] ?? ''), mode: String(headers['x-mode'] ?? '') }
}

function notSignedIn(): HttpError {
  return new HttpError(401, 'not_signed_in', 'You are not authenticated, please login')
}
