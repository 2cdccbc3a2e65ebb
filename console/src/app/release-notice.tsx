import { useWindowEvent } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { fetchConfig, useConfig } from '../api/config.ts'
import classes from './banner.module.css'

const pollIntervalMs = 5 * 60_000

/** Banner shown when the server serves a newer console than the running one. */
export function ReleaseNotice() {
  const current = useConfig()
  const latest = useQuery({
    queryKey: ['release', 'newest'],
    queryFn: fetchConfig,
    enabled: current?.release !== undefined,
    initialData: current,
    staleTime: pollIntervalMs,
    refetchInterval: pollIntervalMs,
  })
  // A chunk that fails to load may have been replaced by a newer release.
  useWindowEvent('vite:preloadError', () => void latest.refetch())
  const isNewer = latest.data?.release !== undefined && latest.data.release !== current?.release
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
