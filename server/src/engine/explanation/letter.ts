import { findBank } from '../../rails/banks.ts'
import { formatNaira } from '../format-naira.ts'
import { formatFullInstant } from './format-instant.ts'
import type { TransactionFacts } from './transaction-facts.ts'

/** What happened, and what the reader can expect next. */
export interface ReplyParagraph {
  what: string
  next?: string | null
}

interface Letter {
  to: string
  /** Subject of the enquiry, as a sentence fragment. */
  about: string
  /** Paragraphs. */
  body: readonly string[]
}

/** Formats a reply followed by the identifiers of its transaction. */
export function letter({ row, after }: TransactionFacts, { to, about, body }: Letter): string {
  const lines = [
    `Reference: ${row.reference}`,
    ...(after.refundOf ? [`Refund of: ${after.refundOf.reference}, ${formatNaira(after.refundOf.kobo)}`] : []),
    ...(row.session_id === null ? [] : [`Session ID: ${row.session_id}`]),
    `Date: ${formatFullInstant(row.created_at)} (Lagos time)`,
  ]
  const paragraphs = [`Dear ${to},`, `Thank you for asking about ${about}.`, ...body, lines.join('\n'), 'Kind regards']
  return paragraphs.filter(Boolean).join('\n\n')
}

/** Joins what happened and what comes next into one paragraph. */
export function paragraph({ what, next }: ReplyParagraph): string {
  return [what, next].filter(Boolean).join(' ')
}

/** `account 0100000802 at Guaranty Trust Bank`, or masked: `account ending 0802 at …`. */
export function accountAt(number: string | null, bankCode: string | null, masked: boolean): string {
  const bank = findBank(bankCode ?? '')?.name
  const account = number && (masked ? `account ending ${number.slice(-4)}` : `account ${number}`)
  return [account, bank && `at ${bank}`].filter(Boolean).join(' ')
}
