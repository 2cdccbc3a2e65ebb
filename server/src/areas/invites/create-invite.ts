import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { HttpError } from '../../http/http-error.ts'
import { sha256Hex } from '../../http/signature.ts'
import { uuidv7 } from '../../uuid.ts'

const lifeMs = 7 * 24 * 3_600_000

export interface NewInvite {
  email: string
  firstName: string
  lastName: string
  /** Id of the role. If missing, a new invite is for an administrator and a renewed one keeps its role. */
  role?: string
  /** When a guest's access ends. If missing, a renewed invite keeps its end. */
  accessUntil?: string | null
}

/** Creates an invite, or renews the code of a pending one. Returns the code for its link; only a hash is stored. */
export async function createInvite(db: Kysely<Tables>, invite: NewInvite, now: Date): Promise<string> {
  const email = invite.email.toLowerCase()
  const member = await db.selectFrom('staff').select('status').where('email', '=', email).executeTakeFirst()
  if (member?.status === 'INACTIVE') {
    throw memberExists(email, ', but deactivated. Activate them instead')
  }
  const code = randomBytes(24).toString('base64url')
  const fields = {
    first_name: invite.firstName,
    last_name: invite.lastName,
    code_hash: sha256Hex(code),
    expires_at: new Date(now.getTime() + lifeMs).toISOString(),
  }
  const { role = 'ADMIN', accessUntil = null } = invite
  const storedInvite =
    !member &&
    (await db
      .insertInto('invite')
      .values({
        id: uuidv7(now.getTime()),
        created_at: now.toISOString(),
        email,
        role,
        access_until: accessUntil,
        ...fields,
      })
      .onConflict((existing) =>
        existing
          .column('email')
          .doUpdateSet({
            ...fields,
            ...(invite.role !== undefined && { role }),
            ...(invite.accessUntil !== undefined && { access_until: accessUntil }),
          })
          // It may have been accepted concurrently.
          .where('invite.consumated_at', 'is', null),
      )
      .returning('id')
      .executeTakeFirst())
  if (!storedInvite) throw memberExists(email)
  return code
}

function memberExists(email: string, more = ''): HttpError {
  const message = `${email} is already a member of staff${more}`
  return new HttpError(409, 'conflict', message, { fields: { email: message } })
}

/** Returns the URL at which an invite is accepted. */
export function inviteLink(publicUrl: string, email: string, inviteCode: string): string {
  return `${publicUrl}/invite?${new URLSearchParams({ email, inviteCode }).toString()}`
}
