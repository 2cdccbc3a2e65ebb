import { Outlet } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { UnsavedGuard } from './unsaved-guard.tsx'
import { hasUnsavedInput, subscribeUnsaved } from '../ui/unsaved-input.ts'
import { OfflineBanner } from './offline-banner.tsx'
import { ReleaseNotice } from './release-notice.tsx'
import { usePageHeading } from './use-page-heading.ts'

/** Frame of every page, signed in or not. */
export function AppFrame() {
  usePageHeading()
  const isUnsaved = useSyncExternalStore(subscribeUnsaved, hasUnsavedInput)
  return (
    <>
      <OfflineBanner />
      <ReleaseNotice />
      <Outlet />
      {isUnsaved && <UnsavedGuard />}
    </>
  )
}
