import { CopyButton } from '../ui/copy-button.tsx'
import { Code } from './code.tsx'
import { empty } from './empty.ts'
import classes from './transaction-ids.module.css'

type Value = string | null | undefined

/** A transaction's reference, to be copied. */
export function TransactionReference({ value }: { value: Value }) {
  return <Copyable value={value} label="Copy reference" toast="Transaction reference copied successfully" />
}

/** A transaction's session ID, to be copied. */
export function TransactionSessionId({ value }: { value: Value }) {
  return <Copyable value={value} label="Copy session ID" toast="Session ID copied successfully" />
}

function Copyable({ value, label, toast }: { value: Value; label: string; toast: string }) {
  if (!value) return empty
  return (
    <span className={classes.copyable}>
      <Code value={value} />
      <CopyButton value={value} label={label} toast={toast} />
    </span>
  )
}
