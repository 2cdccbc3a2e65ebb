import { mask } from '@kobo/contract/kit/mask'
import type { Seal } from '../seal.ts'

/** Decrypts a sealed number for display, with its last seven characters hidden. */
export function maskedNumber(seal: Seal, sealed: string | null): string | null {
  return sealed && mask(seal.openNumber(sealed))
}
