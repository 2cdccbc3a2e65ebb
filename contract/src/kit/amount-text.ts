import { mostNaira } from './naira.ts'

/**
 * Parses a naira amount as people write it: `60000`, `₦60,000.00`, `NGN 60 000`. Returns null for any other text, including one
 * with a leading zero, which is an account or phone number.
 */
export function readNaira(text: string): number | null {
  const plain = text.replace(/^(?:₦|NGN|N(?=\s*\d))\s*/i, '')
  if (!/^(\d+|\d{1,3}(,\d{3})+|\d{1,3}( \d{3})+)(\.\d{1,2})?$/.test(plain) || /^0\d/.test(plain)) return null
  const naira = Number(plain.replaceAll(/[, ]/g, ''))
  return naira > 0 && naira <= mostNaira ? naira : null
}
