import type { Call } from '@kobo/contract/kit/call'
import type { SessionState } from './session-store.ts'

/** Returns whether the role of a session allows a call. Servers without roles report no rights: every call may be tried. */
export function mayMake(session: SessionState, { permission }: Pick<Call, 'permission'>): boolean {
  const rights = session.state === 'signed-in' ? session.user.rights : undefined
  return (
    rights === undefined ||
    permission === 'own' ||
    permission === 'public' ||
    rights.some((right) => right.permission === permission)
  )
}
