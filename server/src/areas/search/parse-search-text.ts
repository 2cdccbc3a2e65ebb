import { readNaira, toKobo } from '@kobo/contract/kit/naira'
import { isUuid } from '../../uuid.ts'
import { normalizeReference } from '../../engine/collections/collection-messages.ts'

/** Possible meanings of a search text. Most texts have one, some have two or three. */
export interface Meaning {
  id?: string
  /** All thirty digits. */
  sessionId?: string
  /** In capitals; whole or a prefix. */
  reference?: string
  /** All ten digits of an account number, or a prefix. */
  accountNumber?: string
  amountKobo?: bigint
  /** Every form in which the phone number may be stored. */
  phones?: string[]
  /** BVN or NIN. */
  personalNumber?: string
  /** Email address, whole or a prefix. */
  email?: string
  name?: string
  /** In capitals: a merchant's reference or a terminal's serial number, whole or a prefix. */
  label?: string
  /** First digits of a card number, possibly none, and its last four. */
  card?: { first: string; last: string }
  /** Every form in which the business registration number may be stored. */
  registrationKeys?: string[]
  /** Last part of a payment link's URL. */
  linkCode?: string
  /** Last part of a checkout's URL. */
  checkoutId?: string
}

/** Two adjacent meanings, both of which a record must match. */
export interface Pair {
  amountKobo?: bigint
  accountNumber?: string
  sessionId?: string
  reference?: string
  name?: string
}

/** Each pair costs several queries, and a text with more readings is unlikely to mean a pair. */
const pairsAtMost = 6

/** Twelve bytes, as in the codes of payment links. */
const linkCode = /^[\w-]{16}$/
/** Four digits alone or after masking characters, before which up to six digits may be shown. */
const maskedNumber = /^(?:(\d{0,6})[*•xX]{1,12})?(\d{4})$/
/** Registers of businesses: companies, business names, trustees and partnerships. */
const registers = ['RC', 'BN', 'IT', 'LP', 'LLP']

/** Parses a typed or pasted text, with the spaces, dashes, signs and commas that people write in numbers. */
export function parseSearchText(text: string): Meaning {
  if (isUuid(text)) return { id: text.toLowerCase() }
  const address = readAddress(text)
  if (address !== null) return address
  const meaning: Meaning = {}
  const phones = readPhone(text)
  if (phones !== null) meaning.phones = phones
  // Ten digits that begin like a phone number are not read as billions of naira.
  const naira = phones === null ? readNaira(text) : null
  if (naira !== null) meaning.amountKobo = toKobo(naira)
  if (/^[\d\s-]+$/.test(text)) readDigits(text.replaceAll(/[\s-]/g, ''), meaning)
  readMarks(text, meaning)
  if (/\p{Letter}/u.test(text)) meaning.name = text
  if (/\p{Letter}/u.test(text) && !/\s/.test(text)) {
    meaning.email = text
    if (text.length > 2 && !text.includes('@')) meaning.reference = normalizeReference(text)
  }
  return meaning
}

/** Returns the pairs that a text may mean: an amount or a reference next to another value. */
export function readPairs(text: string): Pair[] {
  const words = text.split(/\s+/)
  const pairs: Pair[] = []
  for (let cut = 1; cut < words.length; cut++) {
    const [head, tail] = [words.slice(0, cut).join(' '), words.slice(cut).join(' ')]
    for (const [first, second] of [
      [head, tail],
      [tail, head],
    ] as const) {
      const pair = readPair(parseSearchText(first), parseSearchText(second))
      if (pair) pairs.push(pair)
    }
  }
  return pairs.slice(0, pairsAtMost)
}

function readPair(first: Meaning, second: Meaning): Pair | null {
  const secondValue = secondValueOf(second)
  if (secondValue === null) return null
  if (first.amountKobo !== undefined) return { amountKobo: first.amountKobo, ...secondValue }
  // A single word may be a name too, so a reference next to a name must contain a digit.
  if (first.reference !== undefined && /\d/.test(first.reference) && secondValue.name !== undefined) {
    return { reference: first.reference, ...secondValue }
  }
  return null
}

function secondValueOf({ accountNumber, sessionId, reference, name }: Meaning): Pair | null {
  if (sessionId !== undefined) return { sessionId }
  if (accountNumber?.length === 10) return { accountNumber }
  if (reference !== undefined && /\d/.test(reference)) return { reference }
  return name === undefined ? null : { name }
}

function readDigits(digits: string, meaning: Meaning): void {
  if (digits.length === 30) meaning.sessionId = digits
  if (digits.length >= 3 && digits.length <= 10) meaning.accountNumber = digits
  if (digits.length === 11 && !meaning.phones) meaning.personalNumber = digits
  if (digits.length > 11) meaning.reference = normalizeReference(digits)
}

/** Reads identifiers printed on a card, a terminal, a receipt or a certificate. */
function readMarks(text: string, meaning: Meaning): void {
  if (/^[^\s@]{3,100}$/.test(text)) meaning.label = text.toUpperCase()
  if (linkCode.test(text)) meaning.linkCode = text
  const card = maskedNumber.exec(text.replaceAll(/[\s-]/g, ''))
  if (card) meaning.card = { first: card[1] ?? '', last: card[2] ?? '' }
  const [, kind, number] = /^(RC|BN|IT|LP|LLP)?[\s.:/-]*(?:no\.?\s*)?(\d{4,8})$/i.exec(text) ?? []
  if (number !== undefined) {
    const kinds = kind === undefined ? registers : [kind.toUpperCase()]
    meaning.registrationKeys = [number, ...kinds.map((register) => `${register}${number}`)]
  }
}

/** Reads the URL of a payment link or a checkout, on any host. */
function readAddress(text: string): Meaning | null {
  const [, checkout, code] = /(?:^|\/)pay\/(checkout\/)?([\w-]+)\/?(?:[?#].*)?$/.exec(text) ?? []
  if (code === undefined) return null
  if (checkout === undefined) return { linkCode: code }
  return isUuid(code) ? { checkoutId: code.toLowerCase() } : null
}

function readPhone(text: string): string[] | null {
  const local = /^(?:(?:\+|00)?2340?|0)?([789]\d{9})$/.exec(text.replaceAll(/[\s().-]/g, ''))?.[1]
  return local === undefined ? null : [`+234${local}`, `234${local}`, `0${local}`, local]
}
