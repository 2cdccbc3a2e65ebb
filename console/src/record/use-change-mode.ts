import type { Mode } from '@kobo/contract/kit/mode'
import { session } from '@kobo/contract/session'
import { useRouter } from '@tanstack/react-router'
import { adoptMode } from '../api/session-store.ts'
import { useApiMutation } from '../api/use-api-mutation.ts'
import { confirmDiscard, discardUnsaved } from '../ui/unsaved-input.ts'

/** Changes between Live and Test, for this session and all its windows. */
export function useChangeMode() {
  const router = useRouter()
  const change = useApiMutation(session.changeMode, { keepsRead: true, successText: 'Mode changed successfully' })

  /** Changes to a mode, and then opens the address, if any. */
  async function turnTo(mode: Mode, href?: string): Promise<void> {
    if (!(await confirmDiscard())) return
    try {
      await change.send({ mode })
    } catch {
      return // The failure has been shown; the mode is unchanged.
    }
    discardUnsaved()
    adoptMode(mode)
    await (href === undefined ? router.invalidate() : router.navigate({ href }))
  }
  return { turnTo, state: change.state }
}
