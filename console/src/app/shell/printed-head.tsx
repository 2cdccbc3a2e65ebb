import { serverNow } from '../../api/clock.ts'
import { useModeName } from '../../record/subject.tsx'
import { listDateTime } from '../../ui/dates.tsx'
import classes from './shell.module.css'

/** Header of a printout: its source, mode and time. */
export function PrintedHead() {
  const modeName = useModeName()
  return (
    <p className={classes.printed}>
      Kobo Console, {modeName}, printed {listDateTime(new Date(serverNow()).toISOString())}
    </p>
  )
}
