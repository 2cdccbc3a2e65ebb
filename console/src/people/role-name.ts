import { builtInRoles } from '@kobo/contract/kit/built-in-roles'

/** Role of an invite that names none. Its holders have every right, and their access does not end by itself. */
export const administrator = 'ADMIN'

interface Holder {
  role?: string | null | undefined
  roleName?: string | null | undefined
}

/** Returns the name of a person's role. A server without roles sends the word of a built-in one only. */
export function roleName({ role, roleName: name }: Holder): string | null | undefined {
  return name ?? builtInRoles.find(({ id }) => id === role)?.name ?? role
}
