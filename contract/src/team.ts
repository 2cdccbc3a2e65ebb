import { z } from 'zod'
import { call } from './kit/call.ts'
import { choice } from './kit/choice.ts'
import { id } from './kit/id.ts'
import { paging, totalRecords } from './kit/page.ts'
import { accessEnd } from './kit/role.ts'
import { paragraph, searchText } from './kit/text.ts'

export const memberStatuses = ['ACTIVE', 'INACTIVE'] as const

const maybe = z.string().nullish()

const member = z.object({
  id: z.string(),
  createdAt: z.string(),
  firstName: maybe,
  lastName: maybe,
  email: maybe,
  status: z.string(),
  /** Id of the role. */
  role: maybe,
  roleName: maybe,
  /** When a guest's access ends. */
  accessUntil: maybe,
  /** Whether sign-ins use an authenticator app; missing on servers without support for it. */
  usesApp: z.boolean().optional(),
})

export type Member = z.infer<typeof member>

export const team = {
  members: call({
    method: 'GET',
    path: '/team/members',
    permission: 'team.read',
    effect: 'read',
    summary: 'List the members of the team, newest first',
    query: z.object({ ...paging, name: searchText() }),
    reply: z.object({ totalRecords: totalRecords.optional(), members: z.array(member) }),
  }),
  changeMember: call({
    method: 'PATCH',
    path: '/team/member',
    permission: 'team.write',
    effect: 'write',
    addition: true,
    summary:
      "Change a member's role, remove, restore or end their access; a new role or status ends all their sessions",
    body: z.strictObject({
      memberId: id('member'),
      status: choice(memberStatuses),
      role: searchText(100),
      accessUntil: accessEnd,
      reason: paragraph(500, 'Reason is required'),
    }),
    reply: z.object({}),
  }),
}
