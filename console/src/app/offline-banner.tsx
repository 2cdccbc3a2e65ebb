import { useNetwork } from '@mantine/hooks'
import classes from './banner.module.css'

/** Banner shown while the browser is offline. */
export function OfflineBanner() {
  const { online } = useNetwork()
  return (
    <div role="status">
      {!online && (
        <p className={classes.banner}>You are offline. Data may be out of date, and changes cannot be saved.</p>
      )}
    </div>
  )
}
