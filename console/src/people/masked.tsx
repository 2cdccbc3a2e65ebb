import { mask } from '@kobo/contract/kit/mask'
import { Code } from '../ui/code.tsx'

/** A personal number (BVN, identity number) with its last seven characters hidden, whatever the server sent. */
export function Masked({ value }: { value: string | null | undefined }) {
  return <Code value={value && mask(value)} />
}
