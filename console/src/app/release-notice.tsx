import { useWindowEvent } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { fetchConfig, useConfig } from '../api/config.ts'
import classes from './banner.module.css'

const askEveryMs = 5 * 60_000

/** Banner shown when the server serves a newer console than the running one. */
export function ReleaseNotice() {
  const mine = useConfig()
  const newest = useQuery({
    queryKey: ['release', 'newest'],
    queryFn: fetchConfig,
    enabled: mine?.release !== undefined,
    initialData: mine,
    staleTime: askEveryMs,
    refetchInterval: askEveryMs,
  })
  // A chunk that fails to load may have been replaced by a newer release.
  useWindowEvent('vite:preloadError', () => void newest.refetch())
  const isNewer = newest.data?.release !== undefined && newest.data.release !== mine?.release
  return (
    <div role="status">
      {isNewer && (
        <p className={classes.banner}>
          A new version of the console is ready.{' '}
          <button type="button" className={classes.action} onClick={() => window.location.reload()}>
            Reload
          </button>
        </p>
      )}
    </div>
  )
}
