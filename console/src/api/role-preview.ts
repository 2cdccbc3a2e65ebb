import type { User } from '@kobo/contract/session'
import { currentSession, updateUser } from './session-store.ts'

type Role = Pick<User, 'rights'> & { id: string; name: string }

/** The operator as they are, and as the previewed role shows them. */
let preview: { own: User; shown: User } | undefined

/** Shows this tab as a role does, without its rights to change anything. A reload ends it. */
export function previewRole({ id, name, rights = [] }: Role): void {
  const session = currentSession()
  if (session.state !== 'signed-in') return
  const readable = rights.filter(({ permission }) => permission.endsWith('.read'))
  const own = preview?.shown === session.user ? preview.own : session.user
  const shown = { ...own, role: id, roleName: name, rights: readable }
  preview = { own, shown }
  updateUser(shown)
}

/** Returns whether an operator is shown in a previewed role. */
export function isPreviewed(user: User): boolean {
  return preview?.shown === user
}

export function endPreview(): void {
  if (preview) updateUser(preview.own)
  preview = undefined
}
