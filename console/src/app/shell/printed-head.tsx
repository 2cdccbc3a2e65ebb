import { serverNow } from '../../api/clock.ts'
import { useModeName } from '../../record/mode-name.ts'
import { listDateTime } from '../../ui/dates.tsx'
import classes from './shell.module.css'

/** What a sheet of paper must say by itself: from where it is, from which mode and when. */
export function PrintedHead() {
  const modeName = useModeName()
  return (
    <p className={classes.printed}>
      Kobo Console, {modeName}, printed {listDateTime(new Date(serverNow()).toISOString())}
    </p>
  )
}
