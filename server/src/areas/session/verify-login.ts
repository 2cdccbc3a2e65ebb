import { randomBytes } from 'node:crypto'
import { modeOfRow } from '@kobo/contract/kit/mode'
import type { session } from '@kobo/contract/session'
import { writeAudit } from '../../db/audit.ts'
import type { Handler } from '../../http/handler.ts'
import { closeSessionKey } from '../../http/session-key.ts'
import { sha256Hex, signingKey } from '../../http/signature.ts'
import { findActiveStaff, toUser } from '../../http/staff.ts'
import { readListDefaults } from '../views/list-defaults.ts'
import { uuidv7 } from '../../uuid.ts'
import { consumeCode } from './codes.ts'
import { deviceCookie } from './known-device.ts'

/** Exchanges a code for a session. The token is returned once; the server stores only a sealed key derived from it. */
export const verifyLogin: Handler<typeof session.verify> = async ({ challengeId, code }, context) => {
  const { now, settings } = context
  const started = await consumeCode(context, 'LOGIN', { id: challengeId }, code, async (db, staff) => {
    const mode = modeOfRow(staff)
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
        address: context.caller.address,
        user_agent: context.caller.agent,
        cookie_hash: sha256Hex(cookie),
        sealed_key: closeSessionKey(context.seal, sessionId, signingKey(settings.hashKey, token)),
      })
      .execute()
    const user = await findActiveStaff(db, staff.id, now)
    if (!user) throw new Error('The person was deactivated while signing in')
    const by = { staffId: staff.id, sessionId, mode, requestId: context.requestId, at: now, caller: context.caller }
    await writeAudit(db, by, { action: 'session.start', recordType: 'session', recordId: sessionId })
    const listDefaults = await readListDefaults(db, staff.id)
    return { staff, user: { ...toUser(user), listDefaults }, mode, sessionId, token, cookie }
  })
  const { staff, user, mode, sessionId, token, cookie } = started
  return {
    message: `Welcome, ${staff.first_name}`,
    data: {
      token,
      sessionId,
      user,
      mode,
      serverTime: now.getTime(),
    },
    cookie: { value: cookie, maxAgeSeconds: Math.floor(settings.sessionLifeMs / 1000) },
    device: deviceCookie(context, staff),
  }
}
