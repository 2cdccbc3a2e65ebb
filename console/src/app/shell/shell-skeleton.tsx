import { Skeleton } from '@mantine/core'
import { areas, yourDay } from '../areas.ts'
import { Brand, DayCaption } from './side-nav.tsx'
import nav from './side-nav.module.css'
import shell from './shell.module.css'
import { useFolded } from './use-folded.ts'
import classes from './shell-skeleton.module.css'

/** Skeleton of the shell while the session is being restored. */
export function ShellSkeleton() {
  const [folded] = useFolded()
  const items = (list: typeof areas) =>
    list.map(({ path }) => <Skeleton key={path} className={classes.item} height={14} width={folded ? 17 : 120} />)
  return (
    <div
      className={shell.shell}
      data-folded={folded || undefined}
      role="status"
      aria-busy
      aria-label="Loading your session"
    >
      <div className={`${shell.side} ${classes.side}`}>
        <Brand folded={folded} />
        <div className={nav.day} data-folded={folded || undefined}>
          <DayCaption />
          {items(yourDay)}
        </div>
        {items(areas)}
      </div>
      <div className={shell.column}>
        <div className={classes.bar}>
          <Skeleton height={34} width={440} />
          <Skeleton height={34} width={260} />
        </div>
        <div className={classes.page}>
          <Skeleton height={24} width={180} />
          <Skeleton height={72} />
          <Skeleton height={420} />
        </div>
      </div>
    </div>
  )
}
