import type { invites } from '@kobo/contract/invites'
import type { Database } from '../../db/database.ts'
import { writeAudit } from '../../db/audit.ts'
import type { Handler } from '../../http/handler.ts'
import { conflict, unprocessable } from '../../http/http-error.ts'
import { uuidv7 } from '../../uuid.ts'
import { checkNewPassword, hashPassword } from '../../http/passwords.ts'
import { lockRoles } from '../team/lock-access.ts'
import { findInvite } from './invites.ts'

/** Creates a member of staff with the password that the invited person chose. An invite works once. */
export const acceptInvite: Handler<typeof invites.accept> = async ({ email, inviteCode, password }, context) => {
  const { now } = context
  const invite = await findInvite(context, email, inviteCode)
  checkNewPassword(context.settings, password)
  const passwordHash = await hashPassword(password)
  await context.db.transaction().execute(async (db) => {
    await lockRoles(db)
    const isConsumed = await consumeInvite(db, invite, now)
    if (!isConsumed) {
      await findInvite({ db }, email, inviteCode)
      throw conflict('This invite was already accepted. Please sign in')
    }
    if (Date.parse(invite.expires_at) <= now.getTime())
      throw unprocessable('This invite has expired. Ask for a new one')
    if (invite.access_until !== null && Date.parse(invite.access_until) <= now.getTime())
      throw unprocessable('The access that you were invited to has ended. Ask for a new invite')
    const staffId = uuidv7(now.getTime())
    await db
      .insertInto('staff')
      .values({
        id: staffId,
        created_at: now.toISOString(),
        email: invite.email,
        first_name: invite.first_name,
        last_name: invite.last_name,
        role: invite.role,
        access_until: invite.access_until,
        password_hash: passwordHash,
      })
      .execute()
    const by = { staffId, sessionId: null, mode: null, requestId: context.requestId, at: now, caller: context.caller }
    await writeAudit(db, by, { action: 'invite.accept', recordType: 'staff', recordId: staffId })
  })
  return { message: 'Your account is ready. Please sign in', data: {} }
}

/** Consumes an invite. Returns false if it was used already or its link was replaced. */
export async function consumeInvite(
  db: Database,
  invite: { id: string; code_hash: string },
  now: Date,
): Promise<boolean> {
  const consumed = await db
    .updateTable('invite')
    .set({ consumated_at: now.toISOString() })
    .where('id', '=', invite.id)
    .where('consumated_at', 'is', null)
    .where('code_hash', '=', invite.code_hash)
    .returning('id')
    .executeTakeFirst()
  return consumed !== undefined
}
