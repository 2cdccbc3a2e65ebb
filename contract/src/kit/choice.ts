import { z } from 'zod'

/** Compares spellings: letter case, spaces, hyphens and underscores make no difference. */
function plain(text: string): string {
  return text
    .trim()
    .toUpperCase()
    .replace(/[\s_-]+/g, '_')
}

/** Gives the value that is meant by a spelling or a further word, and anything else as it is. */
function reader(values: readonly string[], aliases: Readonly<Record<string, string>>) {
  const known = new Map<string, string>()
  for (const value of values) known.set(plain(value), value)
  for (const [alias, value] of Object.entries(aliases)) known.set(plain(alias), value)
  return (text: string) => known.get(plain(text)) ?? text
}

/**
 * One of the values, however it is spelled (`in progress`, `IN-PROGRESS`), or nothing when empty.
 * `aliases` maps further words to a value.
 */
export function choice<const V extends readonly [string, ...string[]]>(
  values: V,
  aliases: Record<string, V[number]> = {},
) {
  const meant = reader(values, aliases)
  const read = (raw: unknown) => {
    if (typeof raw !== 'string') return raw
    return raw.trim() === '' ? undefined : meant(raw)
  }
  return z.preprocess(read, z.enum(values, `Must be one of ${values.join(', ')}`).optional())
}

/** One of the values as it is written, or by a further word, from a field of a form in which nothing is chosen at first. */
export function chosen<const V extends readonly [string, ...string[]]>(
  values: V,
  required: string,
  aliases?: Readonly<Record<string, V[number]>>,
) {
  const meant = aliases && reader(values, aliases)
  return z.preprocess((raw: string | null) => (raw && meant ? meant(raw) : raw), z.enum(values, required))
}
