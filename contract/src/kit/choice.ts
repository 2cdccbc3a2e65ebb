import { z } from 'zod'

/** Normalises a spelling: letter case, spaces, hyphens and underscores are ignored. */
function plain(text: string): string {
  return text
    .trim()
    .toUpperCase()
    .replace(/[\s_-]+/g, '_')
}

/** Returns a function that maps a spelling or alias to its value and returns any other text unchanged. */
function reader(values: readonly string[], aliases: Readonly<Record<string, string>>) {
  const known = new Map<string, string>()
  for (const value of values) known.set(plain(value), value)
  for (const [alias, value] of Object.entries(aliases)) known.set(plain(alias), value)
  return (text: string) => known.get(plain(text)) ?? text
}

/**
 * Schema for one of the values in any spelling (`in progress`, `IN-PROGRESS`); empty text counts as absent. `aliases` maps
 * further words to a value.
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

/**
 * Schema for some of the values, separated by commas or given as several parameters, in any spelling; empty text counts as absent.
 */
export function choices<const V extends readonly [string, ...string[]]>(values: V) {
  const meant = reader(values, {})
  const read = (raw: unknown) => {
    const parts: unknown[] = Array.isArray(raw) ? raw : [raw]
    if (!parts.every((part) => typeof part === 'string')) return raw
    const words = parts.flatMap((part) => part.split(',')).filter((word) => word.trim() !== '')
    return words.length === 0 ? undefined : [...new Set(words.map(meant))]
  }
  const refusal = `Must be one or more of ${values.join(', ')}`
  return z.preprocess(read, z.array(z.enum(values, refusal), refusal).optional())
}

/** Schema for a required select field: one of the exact values or an alias; nothing is selected at first. */
export function requiredChoice<const V extends readonly [string, ...string[]]>(
  values: V,
  required: string,
  aliases?: Readonly<Record<string, V[number]>>,
) {
  const meant = aliases && reader(values, aliases)
  return z.preprocess((raw: string | null) => (raw && meant ? meant(raw) : raw), z.enum(values, required))
}

/** Statuses of what can be switched off. */
export const activities = ['ACTIVE', 'INACTIVE'] as const
