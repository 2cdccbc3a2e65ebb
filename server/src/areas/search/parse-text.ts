import { readNaira } from '@kobo/contract/kit/amount-text'
import { toKobo } from '@kobo/contract/kit/naira'
import { isUuid } from '../../uuid.ts'
import { referenceLookedFor } from '../../engine/collections/collection-messages.ts'

/** What a text may mean; most texts mean one thing, and some two or three. */
export interface Meaning {
  id?: string
  /** All thirty digits. */
  sessionId?: string
  /** In capitals: the whole of one or how it begins. */
  reference?: string
  /** How an account number begins, or all ten digits of it. */
  accountNumber?: string
  amountKobo?: bigint
  /** A phone number in every form that it may be stored in. */
  phones?: string[]
  /** A BVN or a NIN. */
  personalNumber?: string
  /** How an e-mail address begins, or the whole of it. */
  email?: string
  name?: string
  /** What its merchant calls something, in capitals, or what stands on a terminal: the whole of it or how it begins. */
  label?: string
  /** Of a card what stands first of its number, which may be nothing, and its last four digits. */
  card?: { first: string; last: string }
  /** The number of a business's registration in every form that it may be stored in. */
  registrationKeys?: string[]
  /** The end of a payment link's address. */
  linkCode?: string
  /** That of a checkout's. */
  checkoutId?: string
}

/** Two meanings that stand beside each other, of which a record must have both. */
export interface Pair {
  amountKobo?: bigint
  accountNumber?: string
  sessionId?: string
  reference?: string
  name?: string
}

/** Each is looked for by several questions: what has more readings than people write is no pair of anything. */
const pairsAtMost = 6

/** Twelve bytes, as payment links are made. */
const linkCode = /^[\w-]{16}$/
/** Four digits alone, or behind signs that stand for the others, of which the first six may be shown. */
const maskedNumber = /^(?:(\d{0,6})[*•xX]{1,12})?(\d{4})$/
/** Where businesses are registered: companies, business names, trustees and partnerships. */
const registers = ['RC', 'BN', 'IT', 'LP', 'LLP']

/** Reads what was typed or pasted, with the spaces, dashes, signs and commas that people write into numbers. */
export function parseSearchText(text: string): Meaning {
  if (isUuid(text)) return { id: text.toLowerCase() }
  const address = readAddress(text)
  if (address !== null) return address
  const meaning: Meaning = {}
  const phones = readPhone(text)
  if (phones !== null) meaning.phones = phones
  // Nobody asks for eight billion naira by ten digits that begin as a phone number does.
  const naira = phones === null ? readNaira(text) : null
  if (naira !== null) meaning.amountKobo = toKobo(naira)
  if (/^[\d\s-]+$/.test(text)) readDigits(text.replaceAll(/[\s-]/g, ''), meaning)
  readMarks(text, meaning)
  if (/\p{Letter}/u.test(text)) meaning.name = text
  if (/\p{Letter}/u.test(text) && !/\s/.test(text)) {
    meaning.email = text
    if (text.length > 2 && !text.includes('@')) meaning.reference = referenceLookedFor(text)
  }
  return meaning
}

/** What the text may mean as two that stand beside each other: an amount or a reference, and what else a record has. */
export function readPairs(text: string): Pair[] {
  const words = text.split(/\s+/)
  const pairs: Pair[] = []
  for (let cut = 1; cut < words.length; cut++) {
    const [head, tail] = [words.slice(0, cut).join(' '), words.slice(cut).join(' ')]
    for (const [one, other] of [
      [head, tail],
      [tail, head],
    ] as const) {
      const pair = readPair(parseSearchText(one), parseSearchText(other))
      if (pair) pairs.push(pair)
    }
  }
  return pairs.slice(0, pairsAtMost)
}

function readPair(one: Meaning, other: Meaning): Pair | null {
  const beside = besideOf(other)
  if (beside === null) return null
  if (one.amountKobo !== undefined) return { amountKobo: one.amountKobo, ...beside }
  // A word alone may be a name too: a reference that stands with a name has a digit in it.
  if (one.reference !== undefined && /\d/.test(one.reference) && beside.name !== undefined) {
    return { reference: one.reference, ...beside }
  }
  return null
}

function besideOf({ accountNumber, sessionId, reference, name }: Meaning): Pair | null {
  if (sessionId !== undefined) return { sessionId }
  if (accountNumber?.length === 10) return { accountNumber }
  if (reference !== undefined && /\d/.test(reference)) return { reference }
  return name === undefined ? null : { name }
}

function readDigits(digits: string, meaning: Meaning): void {
  if (digits.length === 30) meaning.sessionId = digits
  if (digits.length >= 3 && digits.length <= 10) meaning.accountNumber = digits
  if (digits.length === 11 && !meaning.phones) meaning.personalNumber = digits
  if (digits.length > 11) meaning.reference = referenceLookedFor(digits)
}

/** What stands on a card, a terminal, a receipt or a certificate. */
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

/** The address at which a payment link or a checkout is paid, on whatever host. */
function readAddress(text: string): Meaning | null {
  const [, checkout, end] = /(?:^|\/)pay\/(checkout\/)?([\w-]+)\/?(?:[?#].*)?$/.exec(text) ?? []
  if (end === undefined) return null
  if (checkout === undefined) return { linkCode: end }
  return isUuid(end) ? { checkoutId: end.toLowerCase() } : null
}

function readPhone(text: string): string[] | null {
  const local = /^(?:(?:\+|00)?2340?|0)?([789]\d{9})$/.exec(text.replaceAll(/[\s().-]/g, ''))?.[1]
  return local === undefined ? null : [`+234${local}`, `234${local}`, `0${local}`, local]
}
