import classes from './nigerian-flag.module.css'

/** Flag of Nigeria, beside Nigerian phone numbers. */
export function NigerianFlag() {
  return (
    <svg className={classes.flag} viewBox="0 0 6 4" role="img" aria-label="Nigeria">
      <rect width="6" height="4" fill="#fff" />
      <rect width="2" height="4" fill="#008751" />
      <rect x="4" width="2" height="4" fill="#008751" />
    </svg>
  )
}
