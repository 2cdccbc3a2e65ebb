import classes from './brand.module.css'

/** The console's logo and name. */
export function Brand({ folded }: { folded: boolean }) {
  return (
    <div className={classes.brand} data-folded={folded || undefined}>
      <span className={classes.mark} aria-hidden>
        ₦
      </span>
      {!folded && <span className={classes.name}>Kobo Console</span>}
    </div>
  )
}
