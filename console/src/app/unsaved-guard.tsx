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

/** Mounted while there is unsaved input: confirms before navigation, Back or closing the tab discards it, and holds its mode. */
export function UnsavedGuard() {
  const isAsking = useSyncExternalStore(subscribeUnsaved, isAskingToDiscard)
  useEffect(() => {
    holdMode(true)
    // The dialog is preloaded, because the connection may be lost when it is needed.
    DiscardDialog.load().catch(() => undefined)
    return () => {
      answerDiscard(false)
      holdMode(false)
    }
  }, [])
  useBlocker({
    shouldBlockFn: async () => {
      // A signed-out person cannot continue editing.
      if (!hasUnsavedInput() || currentSession().state !== 'signed-in') return false
      if (!(await confirmDiscard())) return true
      discardUnsaved()
      return false
    },
    enableBeforeUnload: hasUnsavedInput,
  })
  return isAsking && <DiscardDialog onClose={() => answerDiscard(false)} />
}
