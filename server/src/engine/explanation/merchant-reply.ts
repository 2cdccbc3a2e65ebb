import { legOf } from '../legs.ts'
import { formatNaira } from '../format-naira.ts'
import { followUpParagraphs } from './follow-up-paragraphs.ts'
import { accountAt, letter, paragraph } from './letter.ts'
import { otherParagraph } from './other-paragraphs.ts'
import { outboundParagraph } from './outbound-paragraphs.ts'
import type { TransactionFacts } from './transaction-facts.ts'

/** Drafts a reply to a merchant's enquiry about a transaction: plain text, polite, without internal terms. */
export function merchantReply(facts: TransactionFacts): string {
  const { row, merchantName } = facts
  const explanation = legOf(row) ? outboundParagraph(facts) : otherParagraph(facts)
  return letter(facts, {
    to: merchantName,
    about: `${nounOf(row.category)} of ${formatNaira(row.amount_kobo)}${partyOf(facts)}`,
    // The account may belong to a customer or store of the merchant.
    body: [paragraph(explanation), ...followUpParagraphs(facts)].map((text) =>
      text.replaceAll('your account', () => accountOf(facts)),
    ),
  })
}

function accountOf({ row, holder }: TransactionFacts): string {
  return row.scope === 'MERCHANT' ? 'your account' : `the account of ${holder}`
}

const nouns: Record<string, string> = {
  BANK_TRANSFER: 'your transfer',
  REFUND: 'your refund',
  SETTLEMENT: 'your settlement',
  BILL_PAYMENT: 'your bill payment',
  BANK_FUNDING: 'the payment to you',
  CREDIT_STORE: 'the payment to you',
  CARD_PAYMENT: 'the card payment',
  CARD_REVERSAL: 'the reversed card payment',
  DEBIT_STORE: 'the charge',
  DEBIT_CHILD_ACCOUNT_CHARGES: 'the charge',
  CREDIT_CHILD_ACCOUNT_CHARGES: 'the charge',
}

function nounOf(category: string): string {
  return nouns[category] ?? 'your transfer'
}

/** The other party, as far as the merchant knows it. */
function partyOf({ row }: TransactionFacts): string {
  const isIn = row.type === 'CREDIT'
  const name = isIn ? row.originator_name : row.beneficiary_name
  const number = isIn ? row.originator_number : row.beneficiary_number
  // Payers share their account number with their bank, not with the merchant.
  const isPayers = isIn || row.category === 'REFUND'
  const account = accountAt(number, (isIn ? row.originator_bank_code : row.beneficiary_bank_code) ?? null, isPayers)
  const party = [name, account].filter(Boolean).join(', ')
  return party && ` ${isIn ? 'from' : 'to'} ${party}`
}
