import { useNetwork } from '@mantine/hooks'
import classes from './banner.module.css'

/** Says that the browser has no connection, for as long as it has none. */
export function OfflineBanner() {
  const { online } = useNetwork()
  return (
    <div role="status">
      {!online && <p className={classes.banner}>You are offline. What you see may be old, and nothing can be saved.</p>}
    </div>
  )
}
