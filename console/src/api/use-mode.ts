import type { Mode } from '@kobo/contract/kit/mode'
import { useSyncExternalStore } from 'react'
import { useSession } from './session.tsx'
import { modeElsewhere, subscribe } from './session-store.ts'

/** Returns the mode on screen; undefined while signed out. */
export function useMode(): Mode | undefined {
  const session = useSession()
  return session.state === 'signed-in' ? session.mode : undefined
}

/** Returns the mode that the session changed to in another window, while this screen still shows the other one. */
export function useModeElsewhere(): Mode | undefined {
  return useSyncExternalStore(subscribe, modeElsewhere)
}
