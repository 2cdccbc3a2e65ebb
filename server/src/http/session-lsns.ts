import type { Call } from '@kobo/contract/kit/call'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { formatLsn, parseLsn, type Lsn } from '../db/lsn.ts'
import { asHttpError } from './error-handler.ts'
import type { AppDeps } from './handler.ts'
import { cookieName } from './sessions.ts'

/** Keeps a session's reads from going back in time, whichever server and database serve them. */
export interface SessionLsns {
  /** Runs a list on a replica that has replayed what the session wrote and has read, or on the primary. */
  runList<T>(request: FastifyRequest, reply: FastifyReply, read: (db: Database) => Promise<T>): Promise<T>
  /** Runs any other call, on the primary, and records what it may have written or shown, also by its error. */
  runOther<T>(call: Call, request: FastifyRequest, reply: FastifyReply, work: () => Promise<T>): Promise<T>
}

/**
 * A write's LSN is stored with the session, for every server. What was read travels in a cookie and is kept in memory, since
 * responses may overtake each other; both end soon, when every replica that is used has replayed it.
 */
export function openSessionLsns({ reads, db, settings }: AppDeps): SessionLsns {
  const seen = new Map<string, { at: Lsn; until: number }>()
  const cookie = cookieName(settings.publicUrl, 'read')
  const keptMs = 2 * settings.replicas.maxLagMs + 5_000

  const remember = (request: FastifyRequest, reply: FastifyReply, at: Lsn | null) => {
    const { sessionId } = request.signature ?? {}
    if (at === null || sessionId === undefined) return
    const now = Date.now()
    const furthest = highest(at, floorOf(request)) ?? at
    // Moves the session to the end, so that the first entries are those to forget.
    seen.delete(sessionId)
    seen.set(sessionId, { at: furthest, until: now + keptMs })
    for (const [id, { until }] of seen) {
      if (until > now) break
      seen.delete(id)
    }
    reply.setCookie(cookie, formatLsn(furthest), {
      path: '/',
      httpOnly: true,
      sameSite: 'strict',
      secure: settings.publicUrl.startsWith('https:'),
      maxAge: Math.ceil(keptMs / 1000),
    })
  }

  const floorOf = ({ signature, cookies }: FastifyRequest): Lsn | null => {
    const here = signature ? (seen.get(signature.sessionId)?.at ?? null) : null
    return highest(highest(signature?.readAfter ?? null, parseLsn(cookies[cookie])), here)
  }

  const storeWrite = (sessionId: string) =>
    db
      .updateTable('session')
      .set({ read_after: sql<string>`greatest(read_after, pg_current_wal_insert_lsn())` })
      .where('id', '=', sessionId)
      .execute()

  return {
    async runList(request, reply, read) {
      if (!reads) return await read(db)
      const mayBeStale = (error: unknown) => asHttpError(error).statusCode === 404
      const { result, at } = await reads.run({ floor: floorOf(request), mayBeStale }, read)
      remember(request, reply, at)
      return result
    },
    async runOther(call, request, reply, work) {
      const { signature } = request
      if (!reads || !signature) return await work()
      try {
        const result = await work()
        if (call.effect !== 'read') {
          await storeWrite(signature.sessionId).catch((error: unknown) =>
            request.log.error({ err: error }, 'storing the LSN of a write failed'),
          )
        }
        return result
      } finally {
        remember(request, reply, await reads.primaryLsn())
      }
    },
  }
}

function highest(one: Lsn | null, other: Lsn | null): Lsn | null {
  if (one === null || other === null) return one ?? other
  return one > other ? one : other
}
