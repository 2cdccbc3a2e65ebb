import { readNaira } from '@kobo/contract/kit/amount-text'
import { formatNaira } from '../../money/naira.tsx'

/** The part of the transactions' filter that a text names. */
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
/** A phone, a BVN or a NIN, which name no transaction, and do not belong in an address. */
const personalNumber = /^\d{11}$/
/** Without a sign of money ten digits are an account, and more are no amount either. */
const tooLong = /^\d{10,}$/

/** Reads what of a transaction a text names: amounts, numbers, and what else is written a name, or a reference where it holds digits. */
export function recognise(text: string): Recognised {
  const words = wordsOf(text)
  const amounts = words.map(amountOf).filter((amount) => amount !== undefined)
  const rest = words.filter(
    (word) => amountOf(word) === undefined && ![accountNumber, sessionId, personalNumber].some((one) => one.test(word)),
  )
  const account = words.find((word) => accountNumber.test(word))
  const session = words.find((word) => sessionId.test(word))
  return {
    ...(amounts.length > 0 && { minAmount: String(Math.min(...amounts)), maxAmount: String(Math.max(...amounts)) }),
    ...(account && { accountNumber: account }),
    ...(session && { sessionId: session }),
    ...(rest.length > 0 && { [/\d/.test(rest.join('')) ? 'reference' : 'accountName']: rest.join(' ') }),
  }
}

/** The words of a text; a number that was written in pieces, as people do, is one. */
function wordsOf(text: string): string[] {
  const digits = text.replaceAll(/[\s-]/g, '')
  if (accountNumber.test(digits) || sessionId.test(digits)) return [digits]
  return text
    .replace(/(?:₦|\bngn)\s+(?=\d)/gi, '₦')
    .replace(/(?<![\w.,])[1-9]\d{0,2}(?: \d{3})+(?![\w,])/g, (pieces) => pieces.replaceAll(' ', ''))
    .split(/\s+/)
    .filter(Boolean)
}

function amountOf(word: string): number | undefined {
  return tooLong.test(word) ? undefined : (readNaira(word) ?? undefined)
}

/** The same in words: `Amount ₦25,000.00, account number 0123456789`. */
export function recognisedWords({ minAmount, maxAmount, ...named }: Recognised): string {
  const amounts = [...new Set([minAmount, maxAmount])].filter(Boolean).map((amount) => formatNaira(Number(amount)))
  const parts = [
    amounts.length > 0 && `amount ${amounts.join(' to ')}`,
    named.accountNumber && `account number ${named.accountNumber}`,
    named.sessionId && `session ID ${named.sessionId}`,
    named.reference && `reference ${named.reference}`,
    named.accountName && `account name ${named.accountName}`,
  ]
  const words = parts.filter(Boolean).join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
