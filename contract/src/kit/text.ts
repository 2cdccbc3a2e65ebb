import { z } from 'zod'

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find.
const unstorable =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

/** Trimmed text without control characters or broken surrogates, which PostgreSQL cannot store. */
export function text(max: number, required?: string) {
  const base = z
    .string(required)
    .trim()
    .max(max, `Must not be longer than ${max} characters`)
    .refine((value) => !unstorable.test(value), 'Contains a character that cannot be stored')
  return required === undefined ? base : base.min(1, required)
}

/** A search or filter text: empty counts as absent. */
export function searchText(max = 200) {
  return z.preprocess((raw) => (typeof raw === 'string' && raw.trim() === '' ? undefined : raw), text(max).optional())
}

/** An opaque identifier. */
export function id(required = 'Id is required') {
  return text(100, required)
}
