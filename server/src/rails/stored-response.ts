/** What a field of a provider's response may hold: kobo as digits, or a short text in which personal numbers are masked. */
type FieldKind = 'amount' | 'text'

/** The fields of one kind of message that are stored; an object within a message has an allow-list of its own. */
export interface StoredFields {
  readonly [name: string]: FieldKind | StoredFields
}

const redacted = '[redacted]'
const textAtMost = 200
const fieldsAtMost = 30

/** Eleven digits, as a BVN, a NIN and a local phone number have them, also with the separators that people write. */
const personalNumber = /(?<!\d)\d(?:[ .-]?\d){10}(?!\d)/g

/** A text without the numbers that may be a person's. */
export function maskPersonalNumbers(text: string): string {
  return text.replaceAll(personalNumber, redacted)
}

/**
 * What is stored of a provider's response: the fields that are listed, in the form that is listed. Of any other field the
 * name stays, so that a provider's change of format can be seen, unless the name itself may tell something.
 */
export function storedResponse(body: Record<string, unknown>, fields: StoredFields): Record<string, unknown> {
  const isListed = (name: string) => Object.hasOwn(fields, name)
  const named = Object.entries(body).filter(([name]) => /^[A-Za-z][A-Za-z_]{0,39}$/.test(name))
  // A flood of other fields must not push out those that are listed.
  const listedFirst = named.toSorted(([a], [b]) => Number(isListed(b)) - Number(isListed(a)))
  return Object.fromEntries(
    listedFirst.slice(0, fieldsAtMost).map(([name, value]) => {
      return [name, storedValue(value, isListed(name) ? fields[name] : undefined)]
    }),
  )
}

function storedValue(value: unknown, kind: FieldKind | StoredFields | undefined): unknown {
  if (kind === undefined) return redacted
  if (value === null || typeof value === 'boolean') return value
  if (typeof kind === 'object') return isObject(value) ? storedResponse(value, kind) : redacted
  if (typeof value !== 'string' && typeof value !== 'number') return redacted
  const text = String(value)
  if (kind === 'amount') return /^-?\d{1,15}(?:\.\d{1,2})?$/.test(text) ? value : redacted
  const masked = maskPersonalNumbers(text)
  // By characters, since PostgreSQL refuses half of one in jsonb.
  return masked === text && text.length <= textAtMost ? value : [...masked].slice(0, textAtMost).join('')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
