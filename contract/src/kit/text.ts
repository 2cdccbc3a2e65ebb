import { z } from 'zod'

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find.
const unstorable = /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f]|\p{Surrogate}/u
/** They turn the text around them, so that a name reads as another one. */
const directing = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/
const lineBreak = /[\n\r\u0085\u2028\u2029]/

/** Trimmed text on one line, without control characters, broken surrogates and what changes the direction of text. */
export function text(max: number, required?: string) {
  return trimmed(max, required).refine((value) => !lineBreak.test(value), 'Must stand on one line')
}

/** What may stand in a person's name: letters of any script, digits, and the signs that names have. */
const ofNames = /^[\p{L}\p{M}\p{N} .,'’‘()-]*$/u
/** A formula to a spreadsheet, or what mail programs turn into a link. */
const actingText = /^-|\.[\p{L}\p{N}]/u

/** The name of a person, which stands in mails and files: nothing that they would act upon. */
export function personName(max: number, required: string) {
  return text(max, required).refine(
    (value) => lineBreak.test(value) || (ofNames.test(value) && !actingText.test(value)),
    'Must be a name, without a formula, a link or an address',
  )
}

/** Text of several lines, as a textarea takes it. */
export function paragraph(max: number, required?: string) {
  return trimmed(max, required)
}

/** A search or filter text: empty counts as absent. */
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
