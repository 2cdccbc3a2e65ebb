/** Form of a stored response field: kobo as digits, or a short text in which personal numbers are masked. */
type FieldKind = 'amount' | 'text'

/** Fields of one kind of message that are stored; a nested object has an allow-list of its own. */
export interface StoredFields {
  readonly [name: string]: FieldKind | StoredFields
}

const redacted = '[redacted]'
const maxTextLength = 200
const maxFields = 30

/** Eleven digits, the form of a BVN, a NIN and a local phone number, with or without separators. */
const personalNumber = /(?<!\d)\d(?:[ .-]?\d){10}(?!\d)/g

/** Masks numbers in a text that may be a person's. */
export function maskPersonalNumbers(text: string): string {
  return text.replaceAll(personalNumber, redacted)
}

/**
 * Reduces a provider's response to the listed fields in their listed form. Other fields keep only their name, so that a
 * change of format is visible, unless the name itself may reveal something.
 */
export function storedResponse(body: Record<string, unknown>, fields: StoredFields): Record<string, unknown> {
  const isListed = (name: string) => Object.hasOwn(fields, name)
  const named = Object.entries(body).filter(([name]) => /^[A-Za-z][A-Za-z_]{0,39}$/.test(name))
  // Unlisted fields must not crowd out listed ones.
  const listedFirst = named.toSorted(([a], [b]) => Number(isListed(b)) - Number(isListed(a)))
  return Object.fromEntries(
    listedFirst.slice(0, maxFields).map(([name, value]) => {
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
  // Cut by code point, since jsonb rejects half of a surrogate pair.
  return masked === text && text.length <= maxTextLength ? value : [...masked].slice(0, maxTextLength).join('')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
