import { Outlet } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { part } from '../ui/part.tsx'
import { hasUnsavedInput, subscribeUnsaved } from '../ui/unsaved-input.ts'
import { whenIdle } from '../ui/when-idle.ts'
import { OfflineBanner } from './offline-banner.tsx'
import { ReleaseNotice } from './release-notice.tsx'
import { usePageHeading } from './use-page-heading.ts'

const UnsavedGuard = part(() => import('./unsaved-guard.tsx'), 'UnsavedGuard', { over: true })

/** What stands around every page, inside and outside. */
export function AppFrame() {
  usePageHeading()
  const isUnsaved = useSyncExternalStore(subscribeUnsaved, hasUnsavedInput)
  // The connection may be gone by the time that it is needed.
  useEffect(() => {
    whenIdle(() => void UnsavedGuard.load().catch(() => undefined))
  }, [])
  return (
    <>
      <OfflineBanner />
      <ReleaseNotice />
      <Outlet />
      {isUnsaved && <UnsavedGuard />}
    </>
  )
}
