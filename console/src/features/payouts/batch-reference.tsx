import { Code } from '../../ui/code.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import classes from './row-action.module.css'

/** A batch's reference, to be copied. */
export function BatchReference({ value }: { value: string }) {
  return (
    <span className={classes.copyable}>
      <Code value={value} />
      <CopyButton value={value} label="Copy batch reference" toast="Batch reference copied successfully" />
    </span>
  )
}
