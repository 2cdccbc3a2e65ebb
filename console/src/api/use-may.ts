import type { Call } from '@kobo/contract/kit/call'
import { mayMake } from './rights.ts'
import { useSession } from './session.tsx'

/** Returns a check for the calls that the operator's role allows. */
export function useMay(): (call: Pick<Call, 'permission'>) => boolean {
  const session = useSession()
  return (call) => mayMake(session, call)
}

/** Returns whether the role may search by email address, which would spell out what the server masks for it. */
export function useMaySearchEmail(): boolean {
  return useMay()({ permission: 'people.read' })
}
