import classes from './code.module.css'
import { emptyValue } from './format-text.ts'

/** Number or reference in the font for codes. The title shows a truncated value in full. */
export function Code({ value }: { value: string | null | undefined }) {
  return value ? (
    <span className={classes.code} title={value}>
      {value}
    </span>
  ) : (
    emptyValue
  )
}
