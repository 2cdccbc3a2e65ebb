import { Outlet } from '@tanstack/react-router'
import { OfflineBanner } from './offline-banner.tsx'
import { ReleaseNotice } from './release-notice.tsx'
import { usePageHeading } from './use-page-heading.ts'

/** What stands around every page, inside and outside. */
export function AppFrame() {
  usePageHeading()
  return (
    <>
      <OfflineBanner />
      <ReleaseNotice />
      <Outlet />
    </>
  )
}
