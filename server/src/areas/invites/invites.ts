import type { invites } from '@kobo/contract/invites'
import { everyWordIn } from '../../db/text-match.ts'
import { readPage } from '../../db/read-page.ts'
import type { Handler, PublicContext } from '../../http/handler.ts'
import { HttpError } from '../../http/http-error.ts'
import { sameText, sha256Hex } from '../../http/signature.ts'

/** Who was invited, newest first; the team is the same in both modes. Two statements. */
export const listInvites: Handler<typeof invites.list> = async ({ name = '', ...page }, { db }) => {
  const { totalRecords, rows } = await readPage(db, page, (snapshot) => {
    const matching = snapshot.selectFrom('invite').where(everyWordIn(['first_name', 'last_name'], name))
    const shown = matching
      .select(['id', 'created_at', 'first_name', 'last_name', 'email', 'consumated_at', 'expires_at'])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
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
      expiresAt: row.expires_at,
    })),
  }
}

/** What the page behind an invite's link shows. Without the right code there is nothing to see. */
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

/** The invite that this code opens; a code that was never one and one that was replaced are told the same. */
export async function findInvite({ db }: Pick<PublicContext, 'db'>, email: string, inviteCode: string) {
  const invite = await db.selectFrom('invite').selectAll().where('email', '=', email.toLowerCase()).executeTakeFirst()
  if (!invite || !sameText(invite.code_hash, sha256Hex(inviteCode))) {
    throw new HttpError(
      404,
      'not_found',
      'This link is not valid. Open the one that was mailed last, or ask for another',
    )
  }
  return invite
}
