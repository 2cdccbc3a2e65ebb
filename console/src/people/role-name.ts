import { builtInRoles } from '@kobo/contract/kit/built-in-roles'

/** Returns the label of a role; that of a role created by the team comes from the server. */
export function roleName(role: string | null | undefined): string | null | undefined {
  return builtInRoles.find(({ id }) => id === role)?.name ?? role
}

export const roleOptions = builtInRoles.map(({ id, name }) => ({ value: id, label: name }))
