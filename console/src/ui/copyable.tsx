import { CopyButton } from './copy-button.tsx'
import { Code } from './code.tsx'
import classes from './copyable.module.css'
import { emptyValue } from './empty-value.ts'

interface CopyableProps {
  value: string | null | undefined
  /** What stands for the value where it is too long. */
  shown?: string | undefined
  label: string
  toast: string
}

/** A number or a reference with its copy button. */
export function Copyable({ value, shown, label, toast }: CopyableProps) {
  if (!value) return emptyValue
  return (
    <span className={classes.copyable}>
      <Code value={shown ?? value} />
      <CopyButton value={value} label={label} toast={toast} />
    </span>
  )
}
