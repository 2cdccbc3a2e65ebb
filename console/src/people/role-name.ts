import { memberRoles } from '@kobo/contract/team'

const names: Readonly<Partial<Record<string, string>>> = { ADMIN: 'Administrator', AUDITOR: 'Auditor' }

/** A role in the words of the screen; one that it does not know shows itself. */
export function roleName(role: string | null | undefined): string | null | undefined {
  return names[role ?? ''] ?? role
}

export const roleOptions = memberRoles.map((role) => ({ value: role, label: names[role] ?? role }))
