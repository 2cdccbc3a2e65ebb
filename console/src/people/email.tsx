import { emptyValue } from '../ui/format-text.ts'

/** Email address that wraps before its @ only. */
export function Email({ value }: { value: string | null | undefined }) {
  if (!value) return emptyValue
  const at = value.lastIndexOf('@')
  if (at < 1) return value
  return (
    <>
      {value.slice(0, at)}
      <wbr />
      {value.slice(at)}
    </>
  )
}
