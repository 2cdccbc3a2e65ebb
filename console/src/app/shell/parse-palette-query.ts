import { readNaira } from '@kobo/contract/kit/naira'
import { formatNaira } from '../../money/naira.tsx'

/** Part of the transactions' filter that a text matches. */
export interface Recognised {
  minAmount?: string
  maxAmount?: string
  accountNumber?: string
  sessionId?: string
  reference?: string
  accountName?: string
}

const accountNumber = /^\d{10}$/
const sessionId = /^\d{30}$/
/** A phone number, BVN or NIN. They identify no transaction and must not appear in an address. */
const personalNumber = /^\d{11}$/
const mobileNumber = /^0[789]\d{9}$/
/** A number written in three or more pieces. Two amounts side by side do not match. */
const groupedDigits = /^\d{2,4}(?:[\s-]\d{2,4}){2,}$/
/** A phone number in national form or with Nigeria's code, after which the zero is often omitted or put in brackets. */
const phone = /^(?:\+?2340?|0)\d{10}$/
const foreignPhone = /^\+\d{8,15}$/
/** Address of a page, with or without scheme, such as a payment link's. */
const url = /^(?:[a-z][a-z\d+.-]*:\/\/|www\.)\S|^[\w-]+(?:\.[\w-]+)*(?:\.[a-z]{2,}|:\d+)\/\S*$/i
/** Without a currency sign, ten digits are an account number, and more are no amount either. */
const tooLong = /^\d{10,}$/
/** Longest text that the name and reference filters accept. */
const longestText = 100

/** Parses the amounts, numbers and references of a transaction from a text. The remaining words are a name. */
export function parsePaletteQuery(text: string): Recognised {
  const words = wordsOf(text)
  const amounts = words.map(amountOf).filter((amount) => amount !== undefined)
  const rest = words.filter(
    (word) =>
      amountOf(word) === undefined && ![accountNumber, sessionId, personalNumber].some((pattern) => pattern.test(word)),
  )
  const account = words.find((word) => accountNumber.test(word))
  const session = words.find((word) => sessionId.test(word))
  return {
    ...(amounts.length > 0 && { minAmount: String(Math.min(...amounts)), maxAmount: String(Math.max(...amounts)) }),
    ...(account && { accountNumber: account }),
    ...(session && { sessionId: session }),
    ...namedBy(rest),
  }
}

/** Splits the remaining words into the reference and the counterparty's name; page addresses are neither. */
function namedBy(words: readonly string[]): Pick<Recognised, 'reference' | 'accountName'> {
  const named = words.filter((word) => !url.test(word))
  const isReference = named.length === 1 ? hasDigit : isCode
  const reference = named.filter(isReference).join(' ')
  const accountName = named.filter((word) => !isReference(word)).join(' ')
  return { ...(isFilter(reference) && { reference }), ...(isFilter(accountName) && { accountName }) }
}

/** Whether a text can only be a BVN or NIN: the server takes other digits of their length for a phone number. */
export function isPersonalNumber(text: string): boolean {
  const digits = text.replaceAll(/[\s-]/g, '')
  return personalNumber.test(digits) && !mobileNumber.test(digits)
}

const hasDigit = (word: string) => /\d/.test(word)
/** Among several words, a digit alone makes no reference, because names may contain digits too. */
const isCode = (word: string) => hasDigit(word) && (word.length >= 8 || /[-_/]/.test(word))
const isFilter = (text: string) => text !== '' && text.length <= longestText

/** Splits a text into words. Joins numbers written in pieces, and drops phone numbers. */
function wordsOf(text: string): string[] {
  const digits = text.replaceAll(/[\s-]/g, '')
  if (accountNumber.test(digits) || sessionId.test(digits)) return [digits]
  if (personalNumber.test(digits) && groupedDigits.test(text)) return [digits]
  return withoutPhones(text.split(/\s+/).filter(Boolean))
    .join(' ')
    .replace(/(?:₦|\bngn)\s+(?=\d)/gi, '₦')
    .replace(/(?<![\w.,])[1-9]\d{0,2}(?: \d{3})+(?![\w,])/g, (pieces) => pieces.replaceAll(' ', ''))
    .split(/\s+/)
    .map((word) => (hasDigit(word) ? word.replaceAll(/^[([]+|[)\],;:]+$/g, '') : word))
    .filter(Boolean)
}

function withoutPhones(pieces: readonly string[]): string[] {
  const [first, ...others] = pieces
  if (first === undefined) return []
  const length = phoneLength(pieces)
  return length > 0 ? withoutPhones(pieces.slice(length)) : [first, ...withoutPhones(others)]
}

/** Returns how many pieces, from the first one on, form one phone number; 0 if none. */
function phoneLength(pieces: readonly string[]): number {
  // The pieces after an account number are an amount.
  if (accountNumber.test(pieces[0] ?? '')) return 0
  const lengths = pieces.slice(0, 6).map((_, index) => index + 1)
  const joined = (length: number) => pieces.slice(0, length).join('').replaceAll(/[()-]/g, '')
  const ofNigeria = lengths.find((length) => phone.test(joined(length)))
  return ofNigeria ?? lengths.findLast((length) => foreignPhone.test(joined(length))) ?? 0
}

function amountOf(word: string): number | undefined {
  return tooLong.test(word) ? undefined : (readNaira(word) ?? undefined)
}

/** Returns the result as text: `Amount ₦25,000.00, account number 0123456789`. */
export function recognisedText({ minAmount, maxAmount, ...named }: Recognised): string {
  const amounts = [...new Set([minAmount, maxAmount])].filter(Boolean).map((amount) => formatNaira(Number(amount)))
  const parts = [
    amounts.length > 0 && `amount ${amounts.join(' to ')}`,
    named.accountNumber && `account number ${named.accountNumber}`,
    named.sessionId && `session ID ${named.sessionId}`,
    named.reference && `reference ${named.reference}`,
    named.accountName && `account name ${named.accountName}`,
  ]
  const text = parts.filter(Boolean).join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
