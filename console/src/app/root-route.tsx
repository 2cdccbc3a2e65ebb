import { useNetwork } from '@mantine/hooks'
import type { QueryClient } from '@tanstack/react-query'
import { Outlet, createRootRouteWithContext, createRoute } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { hasUnsavedInput, subscribeUnsaved } from '../ui/unsaved-input.ts'
import classes from './banner.module.css'
import { Protected } from './protected.tsx'
import { ReleaseNotice } from './release-notice.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'
import { usePageHeading } from './use-page-heading.ts'

const NotFoundPage = lazyComponent(() => import('./not-found-page.tsx'), 'NotFoundPage')

/** Root of every route. */
export const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: AppFrame,
  notFoundComponent: NotFoundPage,
})

/** Parent of the routes that require a session. */
export const authenticatedRoute = createRoute({ getParentRoute: () => root, id: 'inside', component: Protected })

/** Frame of every page, signed in or not. */
function AppFrame() {
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

/** Banner shown while the browser is offline. */
function OfflineBanner() {
  const { online } = useNetwork()
  return (
    <div role="status">
      {!online && (
        <p className={classes.banner}>You are offline. Data may be out of date, and changes cannot be saved.</p>
      )}
    </div>
  )
}
