import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { writeAudit } from '../../http/audit.ts'
import type { PublicContext } from '../../http/handler.ts'
import { queueMail } from '../../jobs/mail-queue.ts'
import { nameOf, lockoutMs, type Attempt, wholeAccount } from './attempts.ts'

interface Person {
  id: string
  first_name: string
}

/** Audits a failure. If it locks something, emails the person, at most once per lockout period. */
export async function noteFailure(
  context: PublicContext,
  db: Kysely<Tables>,
  tried: Attempt,
  person: Person | null,
): Promise<void> {
  const { email, guessed, closes } = tried
  const by = { staffId: person?.id ?? null, sessionId: null, mode: null, requestId: context.requestId, at: context.now }
  const from = context.caller.address
  const about = { recordType: 'staff', recordId: person?.id ?? 'unknown', after: { email, guessed, from } }
  await writeAudit(db, by, { action: 'sign-in.fail', ...about })
  if (closes === null) return
  await writeAudit(db, by, { action: closes === 'place' ? 'sign-in.shut-out' : 'sign-in.slow-down', ...about })
  const untold = await db
    .updateTable('sign_in_tries')
    .set({ told_at: context.now.toISOString() })
    .where('email', '=', email)
    .where('guessed', '=', guessed)
    .where('place', '=', wholeAccount)
    .where((row) =>
      row.or([
        row('told_at', 'is', null),
        row('told_at', '<=', new Date(context.now.getTime() - lockoutMs).toISOString()),
      ]),
    )
    .returning('email')
    .executeTakeFirst()
  if (!untold) return
  await queueMail(context.jobs, context.seal, db, {
    to: person === null ? null : email,
    subject: 'Failed sign-in attempts on your Kobo Console account',
    text: `Hello ${person?.first_name ?? ''},

ten wrong ${nameOf(guessed)} were entered for your account, the last from ${from}. ${
      closes === 'place'
        ? 'Sign-in from that address is blocked for 30 minutes'
        : 'Unknown devices must wait between attempts'
    }. Devices that you have signed in with before are not affected.

If this was you and you have to wait, choose a new password at ${context.settings.publicUrl}/forgot-password
If this was not you, tell your administrator${guessed === 'LOGIN' ? ' and choose a new password, because someone knows yours' : ''}.
`,
  })
}
