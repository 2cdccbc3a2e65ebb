import { z } from 'zod'

/** Compares spellings: letter case, spaces, hyphens and underscores make no difference. */
function plain(text: string): string {
  return text
    .trim()
    .toUpperCase()
    .replace(/[\s_-]+/g, '_')
}

/**
 * One of the values, however it is spelled (`in progress`, `IN-PROGRESS`), or nothing when empty.
 * `aliases` maps further words to a value.
 */
export function choice<const V extends readonly [string, ...string[]]>(
  values: V,
  aliases: Record<string, V[number]> = {},
) {
  const known = new Map<string, string>()
  for (const value of values) known.set(plain(value), value)
  for (const [alias, value] of Object.entries(aliases)) known.set(plain(alias), value)
  const read = (raw: unknown) => {
    if (typeof raw !== 'string') return raw
    return raw.trim() === '' ? undefined : (known.get(plain(raw)) ?? raw)
  }
  return z.preprocess(read, z.enum(values, `Must be one of ${values.join(', ')}`).optional())
}

/** One of the values as it is written, from a field of a form in which nothing is chosen at first. */
export function chosen<const V extends readonly [string, ...string[]]>(values: V, required: string) {
  return z.preprocess((raw: string | null) => raw, z.enum(values, required))
}
