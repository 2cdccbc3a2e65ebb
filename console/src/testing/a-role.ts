import { builtInRoles } from '@kobo/contract/kit/built-in-roles'
import type { Role } from '@kobo/contract/roles'

/** Returns a role of the team's own. */
export function aRole(changes: Partial<Role> = {}): Role {
  return {
    id: 'role_1',
    name: 'Night desk',
    about: 'Works at night',
    isBuiltIn: false,
    version: 3,
    createdAt: '2026-11-20T13:32:00.000Z',
    createdBy: 'Ngozi Umeh',
    members: 2,
    invites: 0,
    mayAssign: true,
    rights: [
      { permission: 'merchants.read', maxAmount: null },
      { permission: 'refunds.read', maxAmount: null },
      { permission: 'refunds.write', maxAmount: 20_000 },
    ],
    ...changes,
  }
}

/** Roles of every installation, with one member each. */
export const allBuiltIn: readonly Role[] = builtInRoles.map(({ rights, ...role }) =>
  aRole({ ...role, rights: [...rights], isBuiltIn: true, version: 1, createdAt: null, createdBy: null, members: 1 }),
)
