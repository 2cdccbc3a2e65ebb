import type { invites } from '@kobo/contract/invites'
import type { Handler, PublicContext } from '../../http/handler.ts'
import { notFound } from '../../http/refusal.ts'
import { sameText, sha256Hex } from '../../http/signature.ts'

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

export async function findInvite({ db }: Pick<PublicContext, 'db'>, email: string, inviteCode: string) {
  const invite = await db.selectFrom('invite').selectAll().where('email', '=', email.toLowerCase()).executeTakeFirst()
  if (!invite || !sameText(invite.code_hash, sha256Hex(inviteCode))) throw notFound('This invite')
  return invite
}
