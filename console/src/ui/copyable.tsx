import { CopyButton } from './copy-button.tsx'
import { Code } from './code.tsx'
import classes from './copyable.module.css'
import { emptyValue } from './format-text.ts'

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
