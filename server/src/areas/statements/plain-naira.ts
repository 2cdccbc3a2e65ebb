/** Formats kobo as naira without currency sign or commas, for files: `1234.50`. */
export function plainNaira(kobo: bigint): string {
  const size = kobo < 0n ? -kobo : kobo
  return `${kobo < 0n ? '-' : ''}${size / 100n}.${String(size % 100n).padStart(2, '0')}`
}

/** Formats kobo as naira with commas, for people: `1,234.50`. */
export function readableNaira(kobo: bigint): string {
  return plainNaira(kobo).replace(/\B(?=(\d{3})+\.)/g, ',')
}
