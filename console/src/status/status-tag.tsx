import { type StatusMap, statusDisplay } from './statuses.ts'
import classes from './status-tag.module.css'

/** Status as a coloured dot and label, from its screen's map. */
export function StatusTag({ of, map }: { of: string | null | undefined; map: StatusMap }) {
  const { label, tone } = statusDisplay(of, map)
  return <span className={`${classes.tag} ${classes[tone]}`}>{label}</span>
}
