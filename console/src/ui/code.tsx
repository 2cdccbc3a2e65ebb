import classes from './code.module.css'
import { CopyButton } from './copy-button.tsx'
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

interface CopyableProps {
  value: string | null | undefined
  /** Short form of a value that is too long. */
  shown?: string | undefined
  label: string
  toast: string
}

/** Number or reference with its copy button. */
export function Copyable({ value, shown, label, toast }: CopyableProps) {
  if (!value) return emptyValue
  return (
    <span className={classes.copyable}>
      <Code value={shown ?? value} />
      <CopyButton value={value} label={label} toast={toast} />
    </span>
  )
}
