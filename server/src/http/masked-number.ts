import { mask } from '@kobo/contract/kit/mask'
import type { Seal } from '../seal.ts'

/** A sealed number as it is shown: its last seven characters hidden. */
export function maskedNumber(seal: Seal, sealed: string | null): string | null {
  return sealed && mask(seal.openNumber(sealed))
}
