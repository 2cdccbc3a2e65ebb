import { z } from 'zod'

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find.
const unstorable = /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f]|\p{Surrogate}/u
/** Bidirectional control characters, with which one name could be displayed as another. */
const directing = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/
const lineBreak = /[\n\r\u0085\u2028\u2029]/

/** Trimmed single-line text without control characters, lone surrogates or bidirectional controls. */
export function text(max: number, required?: string) {
  return trimmed(max, required).refine((value) => !lineBreak.test(value), 'Must be a single line')
}

/** Characters of personal names: letters of any script, digits, and common punctuation. */
const ofNames = /^[\p{L}\p{M}\p{N} .,'’‘()-]*$/u
/** Text that a spreadsheet executes as a formula or a mail client turns into a link. */
const actingText = /^-|\.[\p{L}\p{N}]/u

/** Person's name. Rejects formulas and links, since names appear in emails and files. */
export function personName(max: number, required: string) {
  return text(max, required).refine(
    (value) => lineBreak.test(value) || (ofNames.test(value) && !actingText.test(value)),
    'Must be a name without formulas or links',
  )
}

/** Multi-line text of a textarea. */
export function paragraph(max: number, required?: string) {
  return trimmed(max, required)
}

/** Search or filter text; empty counts as absent. */
export function searchText(max = 200) {
  return z.preprocess((raw) => (typeof raw === 'string' && raw.trim() === '' ? undefined : raw), text(max).optional())
}

function trimmed(max: number, required: string | undefined) {
  const base = z
    .string(required)
    .trim()
    .max(max, `Must not be longer than ${max} characters`)
    .refine((value) => !unstorable.test(value), 'Contains a character that cannot be stored')
    .refine((value) => !directing.test(value), 'Contains a hidden character that changes the direction of text')
  return required === undefined ? base : base.min(1, required)
}

const hidden = 7

/** Masks the last seven characters of a personal number: `22123456789` becomes `2212*******`. */
export function mask(value: string): string {
  const clear = Math.max(value.length - hidden, 0)
  return value.slice(0, clear) + '*'.repeat(value.length - clear)
}
