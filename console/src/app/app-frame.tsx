import { Outlet } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { part } from '../ui/part.tsx'
import { hasUnsavedInput, subscribeUnsaved } from '../ui/unsaved-input.ts'
import { useIdleLoad } from '../ui/use-idle-load.ts'
import { OfflineBanner } from './offline-banner.tsx'
import { ReleaseNotice } from './release-notice.tsx'
import { useFirstAnswers } from './use-first-answers.ts'
import { usePageHeading } from './use-page-heading.ts'

const UnsavedGuard = part(() => import('./unsaved-guard.tsx'), 'UnsavedGuard', { over: true })
const guard = [UnsavedGuard]

/** What stands around every page, inside and outside. */
export function AppFrame() {
  usePageHeading()
  const isUnsaved = useSyncExternalStore(subscribeUnsaved, hasUnsavedInput)
  // The connection may be gone by the time that it is needed.
  useIdleLoad(useFirstAnswers(), guard)
  return (
    <>
      <OfflineBanner />
      <ReleaseNotice />
      <Outlet />
      {isUnsaved && <UnsavedGuard />}
    </>
  )
}
