import { Skeleton } from '@mantine/core'
import { areas } from '../areas.ts'
import { Brand } from './side-nav.tsx'
import shell from './shell.module.css'
import classes from './shell-skeleton.module.css'

/** Skeleton of the shell while the session is being restored. */
export function ShellSkeleton() {
  return (
    <div className={shell.shell} role="status" aria-busy aria-label="Loading your session">
      <div className={`${shell.side} ${classes.side}`}>
        <Brand folded={false} />
        {areas.map(({ path }) => (
          <Skeleton key={path} className={classes.item} height={14} width={120} />
        ))}
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
