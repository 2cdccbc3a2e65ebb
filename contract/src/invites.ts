import { z } from 'zod'
import { call } from './kit/call.ts'
import { accessEnd } from './kit/role.ts'
import { paging, totalRecords } from './kit/page.ts'
import { personName, searchText, text } from './kit/text.ts'
import { emailAddress, newPassword } from './session.ts'

const invitation = { email: text(200, 'Email address is required'), inviteCode: text(100, 'Invite code is required') }

const invite = z.object({
  id: z.string(),
  createdAt: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** Whether the invitation was accepted. */
  consumated: z.boolean(),
  /** Role that the person will have; missing on servers without roles. */
  role: z.string().nullish(),
  roleName: z.string().nullish(),
  /** When a guest's access ends. */
  accessUntil: z.string().nullish(),
  /** Expiry of the link that was emailed last. */
  expiresAt: z.string().nullish(),
})

export type Invite = z.infer<typeof invite>

export const invites = {
  list: call({
    method: 'GET',
    path: '/invite',
    permission: 'team.read',
    effect: 'read',
    added: ['page', 'size'],
    summary: 'List invites to the team, newest first; page and size are optional',
    query: z.object({ ...paging, name: searchText() }),
    reply: z.object({ totalRecords: totalRecords.optional(), invites: z.array(invite) }),
  }),
  send: call({
    method: 'POST',
    path: '/invite',
    permission: 'team.write',
    effect: 'write',
    added: ['role', 'accessUntil'],
    summary: 'Invite a person to the team, or email a new link if the invite has not been accepted',
    body: z.strictObject({
      firstName: personName(100, 'First Name is required'),
      lastName: personName(100, 'Last Name name is required'),
      email: emailAddress,
      /** Id of the role, administrator if missing; an invite that is sent again keeps its role. */
      role: searchText(100),
      accessUntil: accessEnd,
    }),
    reply: z.object({}),
  }),
  status: call({
    method: 'GET',
    path: '/invite/status',
    permission: 'public',
    effect: 'read',
    limit: 'auth',
    summary: 'Check whether an invite can still be accepted',
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
    summary: 'Accept an invite and set a password',
    body: z.strictObject({ ...invitation, password: newPassword }),
    reply: z.object({}),
  }),
}
