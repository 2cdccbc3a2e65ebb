import { z } from 'zod'
import { call } from './kit/call.ts'
import { wordId } from './kit/id.ts'
import { limitedPermissions } from './kit/permission.ts'
import { right } from './kit/role.ts'
import { paragraph, text } from './kit/text.ts'

const read = { method: 'GET', permission: 'team.read', effect: 'read', addition: true } as const
const write = { permission: 'roles.write', effect: 'write', addition: true } as const
const reason = paragraph(500, 'Reason is required')
const name = text(60, 'Name is required')
const about = text(200)
/** Word of a built-in role, or id of another. */
const roleId = wordId('role')
const maybe = z.string().nullish()

const rights = z
  .array(right, 'Rights are required')
  .min(1, 'Choose at least one right')
  .max(100, 'Too many rights')
  .refine(
    (all) => new Set(all.map(({ permission }) => permission)).size === all.length,
    'Each permission can be granted once',
  )
  .refine(
    (all) => all.every(({ permission, maxAmount }) => maxAmount == null || isLimitable(permission)),
    'Only rights that move an amount have a limit',
  )

function isLimitable(permission: string): boolean {
  return limitedPermissions.some((limited) => limited === permission)
}

const role = z.object({
  id: z.string(),
  name: z.string(),
  about: z.string(),
  /** Whether every installation has it; it cannot be changed. */
  isBuiltIn: z.boolean(),
  /** Increases with each change. */
  version: z.number().int(),
  createdAt: maybe,
  createdBy: maybe,
  /** Number of active members. */
  members: z.number().int(),
  /** Number of pending invites. */
  invites: z.number().int(),
  /** Whether the operator may assign it: the operator holds all of its rights. */
  mayAssign: z.boolean(),
  rights: z.array(right),
})

export type Role = z.infer<typeof role>

export const roles = {
  list: call({
    ...read,
    path: '/admin/roles',
    summary: 'List the roles with their rights, built-in ones first',
    reply: z.object({ roles: z.array(role) }),
  }),
  info: call({
    ...read,
    path: '/admin/role/info',
    summary: 'Get a role with its active members',
    query: z.object({ roleId: roleId }),
    reply: z.object({
      role,
      /** At most 100, by name. */
      members: z.array(z.object({ id: z.string(), firstName: z.string(), lastName: z.string(), email: z.string() })),
    }),
  }),
  create: call({
    ...write,
    method: 'POST',
    path: '/admin/roles',
    summary: 'Create a role; nobody can grant a right or a limit beyond their own',
    body: z.strictObject({ name, about: about.optional(), rights, reason }),
    reply: z.object({ role }),
  }),
  update: call({
    ...write,
    method: 'PATCH',
    path: '/admin/role',
    summary: 'Change a role as it was at a version; its members have the new rights with their next request',
    body: z.strictObject({
      roleId: roleId,
      version: z.number('Version is required').int('Version must be a whole number').min(1).max(1_000_000_000),
      name: name.optional(),
      about: about.optional(),
      rights: rights.optional(),
      reason,
    }),
    reply: z.object({ role }),
  }),
  retire: call({
    ...write,
    method: 'POST',
    path: '/admin/role/retire',
    summary: 'Retire a role that no active member and no pending invite has',
    body: z.strictObject({ roleId: roleId, reason }),
    reply: z.object({}),
  }),
}
