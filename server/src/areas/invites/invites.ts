import type { invites } from '@kobo/contract/invites'
import { everyWordIn } from '../../db/text-match.ts'
import { readPage } from '../../db/read-page.ts'
import type { Handler, PublicContext } from '../../http/handler.ts'
import { HttpError } from '../../http/http-error.ts'
import { sameText, sha256Hex } from '../../http/signature.ts'

/** Lists invites, newest first. The team is the same in both modes. Runs two statements. */
export const listInvites: Handler<typeof invites.list> = async ({ name = '', ...page }, { db }) => {
  const { totalRecords, rows } = await readPage(db, page, (snapshot) => {
    const matching = snapshot
      .selectFrom('invite')
      .innerJoin('role', 'role.id', 'invite.role')
      .where(everyWordIn(['first_name', 'last_name'], name))
    const shown = matching
      .select(['invite.id', 'invite.created_at', 'first_name', 'last_name', 'email', 'consumated_at', 'expires_at'])
      .select(['invite.role', 'role.name as role_name', 'access_until'])
      .orderBy('invite.created_at', 'desc')
      .orderBy('invite.id', 'desc')
    return { matching, shown }
  })
  return {
    totalRecords,
    invites: rows.map((row) => ({
      id: row.id,
      createdAt: row.created_at,
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
      consumated: row.consumated_at !== null,
      role: row.role,
      roleName: row.role_name,
      accessUntil: row.access_until,
      expiresAt: row.expires_at,
    })),
  }
}

/** Returns what the page behind an invite's link shows. A wrong code is rejected with 404. */
export const inviteStatus: Handler<typeof invites.status> = async ({ email, inviteCode }, context) => {
  const invite = await findInvite(context, email, inviteCode)
  return {
    valid: invite.consumated_at === null && Date.parse(invite.expires_at) > context.now.getTime(),
    consumated: invite.consumated_at !== null,
    firstName: invite.first_name,
    lastName: invite.last_name,
    email: invite.email,
  }
}

/** Returns the invite of this code. An unknown code and a replaced one are rejected with the same message. */
export async function findInvite({ db }: Pick<PublicContext, 'db'>, email: string, inviteCode: string) {
  const invite = await db.selectFrom('invite').selectAll().where('email', '=', email.toLowerCase()).executeTakeFirst()
  if (!invite || !sameText(invite.code_hash, sha256Hex(inviteCode))) {
    throw new HttpError(
      404,
      'not_found',
      'This link is not valid. Open the link in your latest email, or ask for a new invite',
    )
  }
  return invite
}
