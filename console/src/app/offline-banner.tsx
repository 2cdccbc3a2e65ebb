import { useNetwork } from '@mantine/hooks'
import classes from './banner.module.css'

/** Banner shown while the browser is offline. */
export function OfflineBanner() {
  const { online } = useNetwork()
  return (
    <div role="status">
      {!online && <p className={classes.banner}>You are offline. What you see may be old, and nothing can be saved.</p>}
    </div>
  )
}
