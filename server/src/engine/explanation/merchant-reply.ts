import { legOf } from '../legs.ts'
import { formatNaira } from '../format-naira.ts'
import { toldAfterwards } from './after-reply-words.ts'
import { accountAt, letter, paragraph } from './letter.ts'
import { toldOther } from './other-reply-words.ts'
import { toldOutgoing } from './outgoing-reply-words.ts'
import type { TransactionFacts } from './transaction-facts.ts'

/** What a merchant who asks about a transaction may be answered: plain text, polite, in words that it knows. */
export function merchantReply(facts: TransactionFacts): string {
  const { row, merchantName } = facts
  const told = legOf(row) ? toldOutgoing(facts) : toldOther(facts)
  return letter(facts, {
    to: merchantName,
    about: `${nounOf(row.category)} of ${formatNaira(row.amount_kobo)}${partyOf(facts)}`,
    // Of a customer or a store of the merchant's it is not the merchant's own.
    told: [paragraph(told), ...toldAfterwards(facts)].map((text) =>
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
  CARD_REVERSAL: 'the card payment that came back',
  DEBIT_STORE: 'the charge',
  DEBIT_CHILD_ACCOUNT_CHARGES: 'the charge',
  CREDIT_CHILD_ACCOUNT_CHARGES: 'the charge',
}

function nounOf(category: string): string {
  return nouns[category] ?? 'your transfer'
}

/** The other party, as the merchant knows it. */
function partyOf({ row }: TransactionFacts): string {
  const isIn = row.type === 'CREDIT'
  const name = isIn ? row.originator_name : row.beneficiary_name
  const number = isIn ? row.originator_number : row.beneficiary_number
  // A payer has given its account number to its own bank, not to the merchant.
  const isPayers = isIn || row.category === 'REFUND'
  const account = accountAt(number, (isIn ? row.originator_bank_code : row.beneficiary_bank_code) ?? null, isPayers)
  const party = [name, account].filter(Boolean).join(', ')
  return party && ` ${isIn ? 'from' : 'to'} ${party}`
}
