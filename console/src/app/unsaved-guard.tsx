import { useBlocker } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { currentSession, holdMode } from '../api/session-store.ts'
import {
  answerDiscard,
  confirmDiscard,
  discardUnsaved,
  hasUnsavedInput,
  isAskingToDiscard,
  subscribeUnsaved,
} from '../ui/unsaved-input.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'

const DiscardDialog = lazyComponent(() => import('./discard-dialog.tsx'), 'DiscardDialog', { over: true })

/** Stands while there is unsaved input: asks before that is lost to a navigation, to Back or to closing the tab, and keeps the mode that it belongs to. */
export function UnsavedGuard() {
  const isAsking = useSyncExternalStore(subscribeUnsaved, isAskingToDiscard)
  useEffect(() => {
    holdMode(true)
    // The connection may be gone by the time that it is needed.
    DiscardDialog.load().catch(() => undefined)
    return () => {
      answerDiscard(false)
      holdMode(false)
    }
  }, [])
  useBlocker({
    shouldBlockFn: async () => {
      // Nobody who is signed out can keep on editing.
      if (!hasUnsavedInput() || currentSession().state !== 'signed-in') return false
      if (!(await confirmDiscard())) return true
      discardUnsaved()
      return false
    },
    enableBeforeUnload: hasUnsavedInput,
  })
  return isAsking && <DiscardDialog onClose={() => answerDiscard(false)} />
}
