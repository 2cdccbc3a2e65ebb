import { paths } from '../../../paths.ts'

/** List of the roles. */
export const rolesPath = paths.teams({ status: 'roles' })

/** Id that stands for a role which is being created. */
export const newRole = 'new'

/** A role, or its form. */
export function rolePath(role: string, form?: 'edit' | 'copy'): string {
  return paths.teams({ status: 'roles', role, form })
}
