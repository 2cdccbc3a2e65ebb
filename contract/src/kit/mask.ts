const hidden = 7

/** Masks the last seven characters of a personal number: `22123456789` becomes `2212*******`. */
export function mask(value: string): string {
  const clear = Math.max(value.length - hidden, 0)
  return value.slice(0, clear) + '*'.repeat(value.length - clear)
}
