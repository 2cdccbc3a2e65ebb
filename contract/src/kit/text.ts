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
