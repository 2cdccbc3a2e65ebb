import classes from './skeleton-bar.module.css'

/** A grey bar in the place of what is still loading; sizes are CSS lengths. */
export function SkeletonBar({ width, height = '12px' }: { width: string; height?: string }) {
  return <span className={classes.bar} style={{ width, height }} />
}
