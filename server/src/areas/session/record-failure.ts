import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { writeAudit } from '../../db/audit.ts'
import type { PublicContext } from '../../http/handler.ts'
import { queueMail } from '../../jobs/mail-queue.ts'
import { nameOf, lockoutMs, type Attempt, wholeAccount } from './attempts.ts'

interface Owner {
  id: string
  first_name: string
}

/** Audits a failure. If it locks something, emails the person, at most once per lockout period. */
export async function recordFailure(
  context: PublicContext,
  db: Kysely<Tables>,
  attempt: Attempt,
  owner: Owner | null,
): Promise<void> {
  const { email, guessed, closes } = attempt
  const by = {
    staffId: owner?.id ?? null,
    sessionId: null,
    mode: null,
    requestId: context.requestId,
    at: context.now,
    caller: context.caller,
  }
  const address = context.caller.address
  const record = {
    recordType: 'staff' as const,
    recordId: owner?.id ?? 'unknown',
    after: { email, guessed, from: address },
  }
  await writeAudit(db, by, { action: 'sign-in.fail', ...record })
  if (closes === null) return
  await writeAudit(db, by, { action: closes === 'place' ? 'sign-in.shut-out' : 'sign-in.slow-down', ...record })
  const notifiable = await db
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
  if (!notifiable) return
  await queueMail(context.jobs, context.seal, db, {
    to: owner === null ? null : email,
    subject: 'Failed sign-in attempts on your Kobo Console account',
    text: `Hello ${owner?.first_name ?? ''},

ten wrong ${nameOf(guessed)} were entered for your account, the last from ${address}. ${
      closes === 'place'
        ? 'Sign-in from that address is blocked for 30 minutes'
        : 'Unknown devices must wait between attempts'
    }. Devices that you have signed in with before are not affected.

If this was you and you have to wait, choose a new password at ${context.settings.publicUrl}/forgot-password
If this was not you, tell your administrator${guessed === 'LOGIN' ? ' and choose a new password, because someone knows yours' : ''}.
`,
  })
}
