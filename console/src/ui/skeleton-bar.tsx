import classes from './skeleton-bar.module.css'

/** Placeholder of loading content; sizes are CSS lengths. */
export function SkeletonBar({ width, height = '12px' }: { width: string; height?: string }) {
  return <span className={classes.bar} style={{ width, height }} />
}
