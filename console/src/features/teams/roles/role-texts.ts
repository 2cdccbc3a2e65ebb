import type { Role } from '@kobo/contract/roles'
import { listDateTime } from '../../../ui/dates.tsx'

/** Returns who created a role and when, and its version; built-in roles exist in every installation. */
export function createdText({ isBuiltIn, version, createdAt, createdBy }: Role): string {
  if (isBuiltIn) return 'Built-in'
  return `${listDateTime(createdAt)}${createdBy ? ` by ${createdBy}` : ''}, version ${version}`
}
