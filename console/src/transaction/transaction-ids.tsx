import { Copyable } from '../ui/copyable.tsx'

type Value = string | null | undefined

/** Reference of a transaction with its copy button. */
export function TransactionReference({ value }: { value: Value }) {
  return <Copyable value={value} label="Copy reference" toast="Transaction reference copied successfully" />
}

/** Session ID of a transaction with its copy button. */
export function TransactionSessionId({ value }: { value: Value }) {
  return <Copyable value={value} label="Copy session ID" toast="Session ID copied successfully" />
}

/** Reference on the payer's receipt with its copy button. */
export function ReceiptReference({ value }: { value: Value }) {
  return <Copyable value={value} label="Copy receipt reference" toast="Receipt reference copied successfully" />
}
