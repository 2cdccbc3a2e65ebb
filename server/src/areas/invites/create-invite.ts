import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { conflict } from '../../http/refusal.ts'
import { sha256Hex } from '../../http/signature.ts'
import { uuidv7 } from '../../uuid.ts'

const lifeMs = 7 * 24 * 3_600_000

export interface NewInvite {
  email: string
  firstName: string
  lastName: string
  role: 'ADMIN' | 'AUDITOR'
}

/** Writes an invite, or renews the code of one that was not accepted. Returns the code for its link; only a hash is kept. */
export async function createInvite(db: Kysely<Tables>, invite: NewInvite, now: Date): Promise<string> {
  const email = invite.email.toLowerCase()
  const member = await db.selectFrom('staff').select('id').where('email', '=', email).executeTakeFirst()
  if (member) throw conflict(`${email} is already a member of staff`)
  const code = randomBytes(24).toString('base64url')
  const fields = {
    first_name: invite.firstName,
    last_name: invite.lastName,
    role: invite.role,
    code_hash: sha256Hex(code),
    expires_at: new Date(now.getTime() + lifeMs).toISOString(),
  }
  await db
    .insertInto('invite')
    .values({ id: uuidv7(now.getTime()), created_at: now.toISOString(), email, ...fields })
    .onConflict((existing) => existing.column('email').doUpdateSet(fields))
    .execute()
  return code
}
