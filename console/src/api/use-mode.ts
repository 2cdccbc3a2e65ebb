import type { Mode } from '@kobo/contract/kit/mode'
import { useSyncExternalStore } from 'react'
import { useSession } from './session.tsx'
import { modeElsewhere, subscribe } from './session-store.ts'

/** The mode that the screen shows; none while nobody is signed in. */
export function useMode(): Mode | undefined {
  const session = useSession()
  return session.state === 'signed-in' ? session.mode : undefined
}

/** The mode that the session has turned to in another window, while this screen still shows the other one. */
export function useModeElsewhere(): Mode | undefined {
  return useSyncExternalStore(subscribe, modeElsewhere)
}
