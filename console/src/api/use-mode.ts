import type { Mode } from '@kobo/contract/kit/mode'
import { useSession } from './session.tsx'

/** The mode that the screen shows; none while nobody is signed in. */
export function useMode(): Mode | undefined {
  const session = useSession()
  return session.state === 'signed-in' ? session.mode : undefined
}
