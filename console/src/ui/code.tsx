import classes from './code.module.css'
import { emptyValue } from './empty-value.ts'

/** A number that is read sign by sign: an account number, a registration number, a reference; one that is cut short is told whole. */
export function Code({ value }: { value: string | null | undefined }) {
  return value ? (
    <span className={classes.code} title={value}>
      {value}
    </span>
  ) : (
    emptyValue
  )
}
