import { randomBytes } from 'node:crypto'
import { mode as modeOf } from '@kobo/contract/kit/mode'
import type { session } from '@kobo/contract/session'
import { writeAudit } from '../../http/audit.ts'
import type { Handler } from '../../http/handler.ts'
import { Refusal, wrongCredentials } from '../../http/refusal.ts'
import { sha256Hex, signingKey } from '../../http/signature.ts'
import { uuidv7 } from '../../uuid.ts'
import { useCode } from './codes.ts'
import { countFailure, isLocked } from './lock-out.ts'

/** Exchanges the mailed code for a session. The token is given once; the server keeps only a sealed key made from it. */
export const verifyLogin: Handler<typeof session.verify> = async ({ challengeId, code }, context) => {
  const { now, settings } = context
  const result = await context.db.transaction().execute(async (db) => {
    const used = await useCode(context, db, { id: challengeId }, code)
    if (used instanceof Refusal) return used
    const staff = await db.selectFrom('staff').selectAll().where('id', '=', used.staffId).executeTakeFirstOrThrow()
    if (staff.status !== 'ACTIVE' || isLocked(staff.locked_until, now)) {
      return wrongCredentials('The code is wrong or has expired')
    }
    const mode = modeOf.parse(staff.mode)
    const sessionId = uuidv7(now.getTime())
    const token = randomBytes(32).toString('base64url')
    const cookie = randomBytes(32).toString('base64url')
    await db
      .insertInto('session')
      .values({
        id: sessionId,
        staff_id: staff.id,
        created_at: now.toISOString(),
        seen_at: now.toISOString(),
        ends_at: new Date(now.getTime() + settings.sessionLifeMs).toISOString(),
        mode,
        cookie_hash: sha256Hex(cookie),
        sealed_key: context.seal.close(signingKey(settings.hashKey, token).toString('base64url')),
      })
      .execute()
    await db.updateTable('staff').set({ failed_attempts: 0, locked_until: null }).where('id', '=', staff.id).execute()
    const by = { staffId: staff.id, sessionId, mode, requestId: context.requestId, at: now }
    await writeAudit(db, by, { action: 'session.start', recordType: 'session', recordId: sessionId })
    return { staff, mode, sessionId, token, cookie }
  })
  if (result instanceof Refusal) {
    const challenge = await context.db
      .selectFrom('challenge')
      .select('staff_id')
      .where('id', '=', challengeId)
      .executeTakeFirst()
    await countFailure(context.db, challenge?.staff_id ?? null, now)
    throw result
  }
  const { staff, mode, sessionId, token, cookie } = result
  return {
    message: `Welcome, ${staff.first_name}`,
    data: {
      token,
      sessionId,
      user: {
        id: staff.id,
        firstName: staff.first_name,
        lastName: staff.last_name,
        email: staff.email,
        role: staff.role,
      },
      mode,
      serverTime: now.getTime(),
    },
    cookie: { value: cookie, maxAgeSeconds: Math.floor(settings.sessionLifeMs / 1000) },
  }
}
