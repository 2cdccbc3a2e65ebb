import { memberRoles } from '@kobo/contract/team'

const names: Readonly<Partial<Record<string, string>>> = { ADMIN: 'Administrator', AUDITOR: 'Auditor' }

/** Returns the label of a role; an unknown role is shown as it is. */
export function roleName(role: string | null | undefined): string | null | undefined {
  return names[role ?? ''] ?? role
}

export const roleOptions = memberRoles.map((role) => ({ value: role, label: names[role] ?? role }))
