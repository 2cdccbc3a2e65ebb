import { mask } from '@kobo/contract/kit/text'
import { Code } from '../ui/code.tsx'

/** Personal number (BVN or NIN) whose last seven characters are masked, whatever the server returned. */
export function Masked({ value }: { value: string | null | undefined }) {
  return <Code value={value && mask(value)} />
}
