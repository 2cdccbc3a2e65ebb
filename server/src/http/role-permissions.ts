import { z } from 'zod'
import { type Permission, permissions } from '@kobo/contract/kit/permission'

export const roles = z.enum(['ADMIN', 'AUDITOR'])

export type Role = z.infer<typeof roles>

/** Permissions by role. An auditor sees everything and changes nothing. */
const granted: Record<Role, readonly Permission[]> = {
  ADMIN: permissions,
  AUDITOR: permissions.filter((permission) => permission === 'own' || permission.endsWith('.read')),
}

export function mayDo(role: Role, permission: Permission): boolean {
  return granted[role].includes(permission)
}
