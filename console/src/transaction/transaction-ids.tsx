import { Copyable } from '../ui/copyable.tsx'

type Value = string | null | undefined

/** A transaction's reference, to be copied. */
export function TransactionReference({ value }: { value: Value }) {
  return <Copyable value={value} label="Copy reference" toast="Transaction reference copied successfully" />
}

/** A transaction's session ID, to be copied. */
export function TransactionSessionId({ value }: { value: Value }) {
  return <Copyable value={value} label="Copy session ID" toast="Session ID copied successfully" />
}

/** What the payer's receipt calls a payment, to be copied. */
export function ReceiptReference({ value }: { value: Value }) {
  return <Copyable value={value} label="Copy receipt reference" toast="Receipt reference copied successfully" />
}
