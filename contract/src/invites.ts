import { z } from 'zod'
import { call } from './kit/call.ts'
import { text } from './kit/text.ts'
import { newPassword } from './session.ts'

const invitation = { email: text(200, 'Email address is required'), inviteCode: text(100, 'Invite code is required') }

export const invites = {
  status: call({
    method: 'GET',
    path: '/invite/status',
    permission: 'public',
    effect: 'read',
    limit: 'auth',
    summary: 'Whether an invite can still be accepted',
    query: z.object(invitation),
    reply: z.object({
      valid: z.boolean(),
      consumated: z.boolean(),
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
    }),
  }),
  accept: call({
    method: 'POST',
    path: '/invite/accept',
    permission: 'public',
    effect: 'write',
    limit: 'auth',
    summary: 'Accept an invite by choosing a password',
    body: z.strictObject({ ...invitation, password: newPassword }),
    reply: z.object({}),
  }),
}
