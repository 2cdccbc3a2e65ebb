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
/** Nine digits at most, unless a sign of money says that it is an amount: ten are an account, more a phone or a BVN. */
const plainAmount = /^(?:0|[1-9]\d{0,8})(?:\.\d{1,2})?$/
const markedAmount = /^(?:₦|ngn|n)(\d+(?:\.\d{1,2})?)$/i
const groupedAmount = /^(?:₦|ngn|n)?(\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?)$/i
/** The most that a filter by amount takes. */
const mostNaira = 90_000_000_000

/** Reads what of a transaction a text names: amounts, numbers, and what else is written a name, or a reference where it holds digits. */
export function recognise(text: string): Recognised {
  const words = wordsOf(text)
  const amounts = words.map(amountOf).filter((amount) => amount !== undefined)
  const rest = words.filter(
    (word) => amountOf(word) === undefined && !accountNumber.test(word) && !sessionId.test(word),
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
  const digits = plainAmount.test(word) ? word : (groupedAmount.exec(word) ?? markedAmount.exec(word))?.[1]
  const amount = digits === undefined ? undefined : Number(digits.replaceAll(',', ''))
  return amount !== undefined && amount <= mostNaira ? amount : undefined
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
