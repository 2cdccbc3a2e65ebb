import { describe, expect, it } from 'vitest'
import type { TransactionRow } from '../transaction-row.ts'
import { merchantReply } from './merchant-reply.ts'
import type { FollowUpFacts, TransactionFacts } from './transaction-facts.ts'
import { explainTransaction } from './explain-transaction.ts'

const now = new Date('2026-11-23T21:50:00.000Z')

/** A payout of ₦60,000.00 with charges of ₦103.75; each case sets only the relevant fields. */
function row(fields: Partial<TransactionRow> = {}): TransactionRow {
  return {
    id: '019aa000-0000-7000-8000-000000000001',
    mode: 'PRODUCTION',
    scope: 'MERCHANT',
    merchant_id: 'm',
    account_id: 'a',
    wallet_id: null,
    card_id: null,
    terminal_id: null,
    category: 'BANK_TRANSFER',
    type: 'DEBIT',
    status: 'QUEUED',
    created_at: '2026-11-23T21:41:05.000Z',
    paid_at: null,
    amount_kobo: 6_000_000n,
    fee_kobo: 5_000n,
    vat_kobo: 375n,
    stamp_duty_kobo: 5_000n,
    reference: 'KBO-1',
    session_id: null,
    route: 'NIP',
    payment_method: null,
    response_code: null,
    alert: null,
    narration: 'Invoice 204',
    originator_name: 'ADIRE & INDIGO',
    originator_number: '9013345526',
    originator_bank_code: '101',
    beneficiary_name: 'OKAFOR CHIDI',
    beneficiary_number: '0100000802',
    beneficiary_bank_code: '058',
    asked_until: null,
    questions: 0,
    ...fields,
  }
}

const noReturn = { returnedKobo: 0n, clearedAs: null }
const nothingAfter: FollowUpFacts = {
  refunds: [],
  disputes: [],
  shares: [],
  settled: null,
  refundOf: null,
  attempt: null,
  cardHolder: null,
}

type More = Partial<Omit<TransactionFacts, 'after'>> & { after?: Partial<FollowUpFacts> }

function facts(fields: Partial<TransactionRow>, more: More = {}): TransactionFacts {
  return {
    row: row(fields),
    now,
    holder: 'Adire & Indigo Textiles Ltd',
    merchantName: 'Adire & Indigo Textiles Ltd',
    heldKobo: 0n,
    returned: null,
    moved: null,
    compensated: null,
    setAsideAt: null,
    firstAnswer: null,
    answers: [],
    next: null,
    ended: null,
    purchase: null,
    acquirerPaidAt: null,
    resolvesDispute: false,
    refundedKobo: 0n,
    disputedKobo: 0n,
    ...more,
    after: { ...nothingAfter, ...more.after },
  }
}

const at = (time: string) => `2026-11-23T${time}.000Z`
const totalKobo = 6_010_375n
const session = { session_id: '000023261123224105118830274615' }
const sent = { setAsideAt: at('21:41:07') }
const held = { ...sent, heldKobo: totalKobo }
const returned = { ...sent, returned: { kobo: totalKobo, at: at('21:42:03') } }
const left = { ...sent, moved: { kobo: -totalKobo, at: at('21:41:09') } }
const pending = { ...session, status: 'PENDING' }
const failed = { ...session, status: 'FAILED' }
const success = { ...session, status: 'SUCCESS', response_code: '00', paid_at: at('21:41:09') }
const decidedAt = at('21:45:00')
const unconfirmed = { asked_until: '2026-11-26T21:45:00.000Z' }
const credit = { type: 'CREDIT', category: 'BANK_FUNDING', stamp_duty_kobo: 0n, session_id: '0000' }
const credited = { moved: { kobo: 5_994_625n, at: at('21:41:05') } }
const spent = {
  category: 'CARD_PAYMENT',
  beneficiary_name: 'SHOPRITE LEKKI',
  fee_kobo: 0n,
  vat_kobo: 0n,
  stamp_duty_kobo: 0n,
}
const byCard = { ...credit, category: 'CARD_PAYMENT', originator_name: 'Visa card ending 4081' }
const fee = {
  category: 'DEBIT_CHILD_ACCOUNT_CHARGES',
  amount_kobo: 5_000n,
  fee_kobo: 0n,
  stamp_duty_kobo: 0n,
  narration: 'Charge for KBO-1',
}

/** Name, facts and expected sentence of each case. */
const cases: [name: string, facts: TransactionFacts, sentence: string][] = [
  [
    'a queued payout',
    facts({}),
    'Queued: not sent to the switch yet; nothing has been debited from Adire & Indigo Textiles Ltd or is held for it',
  ],
  [
    'a payout that a freeze stops',
    facts({}, { isFrozen: true }),
    'Frozen: waits until the freeze is lifted, and was not sent to the switch; ' +
      'nothing has been debited from Adire & Indigo Textiles Ltd or is held for it',
  ],
  [
    'a payout without a response yet',
    facts(pending, held),
    'Pending: hold placed at 22:41:07, no response from the switch yet; ' +
      '₦60,103.75 is held on Adire & Indigo Textiles Ltd',
  ],
  [
    'a payout with an open response',
    facts(pending, {
      ...held,
      firstAnswer: { at: at('21:41:08'), code: '09' },
      next: { at: at('21:46:00'), number: 1 },
    }),
    'Pending: sent at 22:41:07, not confirmed by the switch: its response was "The request is being ' +
      'processed" (09); ₦60,103.75 is held on Adire & Indigo Textiles Ltd; next status query at 22:46:00 (number 1)',
  ],
  [
    'a payout with status queries',
    facts(pending, {
      ...held,
      answers: [
        { at: at('21:43:00'), code: '25' },
        { at: at('21:44:00'), code: null },
      ],
      next: { at: at('21:46:00'), number: 3 },
    }),
    'Pending: sent at 22:41:07, not confirmed by the switch: no response to the status query at 22:44:00; ' +
      '₦60,103.75 is held on Adire & Indigo Textiles Ltd; next status query at 22:46:00 (number 3)',
  ],
  [
    'a successful payout',
    facts(success, left),
    'Paid: accepted by Guaranty Trust Bank at 22:41:09; ₦60,103.75 was debited from Adire & Indigo Textiles Ltd',
  ],
  [
    'a disputed payout of another day',
    facts({ ...success, paid_at: '2026-11-20T09:00:00.000Z' }, { ...left, disputedKobo: 100_000n }),
    'Paid: accepted by Guaranty Trust Bank on 20-11-2026 at 10:00:00; ₦60,103.75 was debited from Adire & Indigo Textiles Ltd; ' +
      '₦1,000.00 is disputed',
  ],
  [
    'a payout marked as paid',
    facts(
      { ...success, response_code: null, ...unconfirmed },
      {
        ...left,
        ended: { at: decidedAt, sentence: 'Ada Obi marked it as successful: seen in the report' },
        next: { at: at('21:55:00'), number: 4 },
      },
    ),
    'Marked as paid: Ada Obi marked it as successful: seen in the report; ₦60,103.75 was debited from Adire & Indigo Textiles Ltd; ' +
      'we keep querying the switch until 26-11-2026 at 22:45:00; next status query at 22:55:00 (number 4)',
  ],
  [
    'a payout marked as paid and rejected later',
    facts(
      { ...success, response_code: null },
      {
        ...left,
        ended: { at: decidedAt, sentence: 'Ada Obi marked it as successful: seen' },
        answers: [{ at: at('21:46:00'), code: '51' }],
      },
    ),
    'Marked as paid: Ada Obi marked it as successful: seen; ₦60,103.75 was debited from Adire & Indigo Textiles Ltd; ' +
      'the switch has since rejected it',
  ],
  [
    'a payout without a record at the switch',
    facts({ ...failed, response_code: '25' }, returned),
    'Failed: the switch has no record of it, so it never reached Guaranty Trust Bank; ' +
      '₦60,103.75 returned to Adire & Indigo Textiles Ltd at 22:42:03',
  ],
  [
    'a payout without a record at the switch so far',
    facts({ ...failed, response_code: '25', ...unconfirmed }, { ...returned, next: { at: at('21:55:00'), number: 5 } }),
    'Failed: the switch has no record of it, so it has not reached Guaranty Trust Bank; ₦60,103.75 returned to Adire ' +
      '& Indigo Textiles Ltd at 22:42:03; we keep querying the switch until 26-11-2026 at 22:45:00; ' +
      'next status query at 22:55:00 (number 5)',
  ],
  [
    'a rejected payout',
    facts({ ...failed, response_code: '57' }, returned),
    'Failed: the switch rejected it: Not permitted for the sender (57); ₦60,103.75 returned to Adire & Indigo Textiles ' +
      'Ltd at 22:42:03',
  ],
  [
    'a payout marked as failed and rejected later',
    facts(failed, {
      ...returned,
      ended: { at: decidedAt, sentence: 'Ada Obi marked it as failed: the bank says so' },
      answers: [
        { at: at('21:44:00'), code: '09' },
        { at: at('21:46:00'), code: '57' },
      ],
    }),
    'Failed: Ada Obi marked it as failed: the bank says so, and the switch has since rejected it; ' +
      '₦60,103.75 returned to Adire & Indigo Textiles Ltd at 22:42:03',
  ],
  [
    'a payout to an unknown account',
    facts(
      { status: 'FAILED', response_code: '07' },
      {
        ended: { at: at('21:41:06'), sentence: 'The name enquiry failed: Invalid account (07)' },
      },
    ),
    'Failed: the name enquiry failed: Invalid account (07); it was never sent; nothing was debited from Adire & Indigo ' +
      'Textiles Ltd',
  ],
  [
    'a payout approved after it failed',
    facts({ ...failed, response_code: '25' }, { ...returned, compensated: { kobo: 6_000_000n, at: at('21:49:00') } }),
    'Failed, then approved: ₦60,103.75 returned to Adire & Indigo Textiles Ltd at 22:42:03; the switch ' +
      'approved it at 22:49:00, so ₦60,000.00 was paid at our cost and must be recovered',
  ],
  [
    'a queued refund of a dispute',
    facts({ category: 'REFUND' }, { heldKobo: 6_000_000n, resolvesDispute: true }),
    'Queued: not sent to the switch yet; ₦60,000.00 is held for it on Adire & Indigo Textiles Ltd' +
      ', carried over from the dispute',
  ],
  [
    'a failed refund of a dispute',
    facts({ ...failed, category: 'REFUND', response_code: '57' }, { ...returned, resolvesDispute: true }),
    'Failed: the switch rejected it: Not permitted for the sender (57); ₦60,103.75 on Adire & Indigo Textiles Ltd is ' +
      'held for the dispute again',
  ],
  [
    'a card refund',
    facts(
      { ...success, category: 'REFUND', beneficiary_name: 'Visa card ending 4081', beneficiary_number: null },
      left,
    ),
    'Refunded: accepted by the Visa card ending 4081 at 22:41:09; ₦60,103.75 was debited from Adire & Indigo Textiles Ltd',
  ],
  [
    'a settlement',
    facts({ ...success, category: 'SETTLEMENT' }, left),
    'Settled: accepted by Guaranty Trust Bank at 22:41:09; ₦60,103.75 was debited from Adire & Indigo Textiles Ltd',
  ],
  [
    'a bill payment',
    facts({ ...success, category: 'BILL_PAYMENT', beneficiary_name: 'MTN', beneficiary_bank_code: null }, left),
    'Paid: accepted by MTN at 22:41:09; ₦60,103.75 was debited from Adire & Indigo Textiles Ltd',
  ],
  [
    'a rejected bill payment',
    facts({ ...failed, category: 'BILL_PAYMENT', response_code: '12', beneficiary_name: 'MTN' }, returned),
    'Failed: the biller rejected it: Invalid transaction (12); ₦60,103.75 returned to Adire & Indigo Textiles Ltd at ' +
      '22:42:03',
  ],
  [
    'a partly refunded collection',
    facts({ ...credit, status: 'SUCCESS', paid_at: at('21:41:05') }, { ...credited, refundedKobo: 100_000n }),
    'Collected: ADIRE & INDIGO paid at 22:41:05; ₦59,946.25 was credited to Adire & Indigo Textiles Ltd, ₦60,000.00 ' +
      'less ₦53.75 of charges; ₦1,000.00 was refunded to the payer',
  ],
  [
    'a declined collection',
    facts({ ...credit, category: 'CREDIT_STORE', status: 'DECLINED', alert: 'Terminal 4471 is not active' }),
    'Declined: Terminal 4471 is not active; it is returned to ADIRE & INDIGO, and nothing was credited to Adire & Indigo ' +
      'Textiles Ltd',
  ],
  [
    'a pending card payment',
    facts({ ...byCard, status: 'PENDING' }, { next: { at: at('21:51:00'), number: 1 } }),
    'Pending: the acquirer has not confirmed the card payment; nothing has been credited to Adire & Indigo Textiles Ltd; ' +
      'next status query at 22:51:00',
  ],
  [
    'an unsettled card payment',
    facts({ ...byCard, status: 'SUCCESS' }, { ...credited, heldKobo: 5_994_625n }),
    'Collected by card: a Visa card ending 4081 paid at 22:41:05; ₦59,946.25 was credited to Adire & Indigo Textiles ' +
      'Ltd, ₦60,000.00 less ₦53.75 of charges; ₦59,946.25 is held until the acquirer settles it',
  ],
  [
    'a settled card payment',
    facts({ ...byCard, status: 'SUCCESS' }, { ...credited, acquirerPaidAt: at('21:49:00') }),
    'Collected by card: a Visa card ending 4081 paid at 22:41:05; ₦59,946.25 was credited to Adire & Indigo Textiles ' +
      'Ltd, ₦60,000.00 less ₦53.75 of charges; settled by the acquirer at 22:49:00, so it is available',
  ],
  [
    'a declined card payment',
    facts({ ...byCard, status: 'DECLINED', alert: "The card's bank declined it: Insufficient funds" }),
    "Declined: The card's bank declined it: Insufficient funds; nothing was credited to Adire & Indigo Textiles Ltd",
  ],
  [
    'an authorised card purchase',
    facts(
      { ...spent, status: 'PENDING' },
      {
        heldKobo: 6_000_000n,
        purchase: {
          heldUntil: '2026-11-30T21:41:05.000Z',
          clearedKobo: null,
          coveredKobo: null,
          returnedAt: null,
          ...noReturn,
        },
      },
    ),
    'Authorised: not cleared by SHOPRITE LEKKI yet; ₦60,000.00 is held on Adire & Indigo Textiles Ltd ' +
      'until it is cleared or released, on 30-11-2026 at 22:41:05 at the latest',
  ],
  [
    'a card purchase cleared with a shortfall and reversed',
    facts(
      { ...spent, status: 'SUCCESS', paid_at: at('21:45:00') },
      {
        moved: { kobo: -6_000_000n, at: at('21:45:00') },
        purchase: {
          heldUntil: null,
          clearedKobo: 6_500_000n,
          coveredKobo: 500_000n,
          returnedAt: at('21:49:00'),
          ...noReturn,
        },
      },
    ),
    'Cleared: ₦65,000.00 by SHOPRITE LEKKI at 22:45:00; ₦60,000.00 was debited from Adire & Indigo Textiles Ltd; we covered ' +
      'the shortfall of ₦5,000.00, which must be recovered; SHOPRITE LEKKI reversed all of it at 22:49:00',
  ],
  [
    'a card purchase cleared without funds',
    facts(
      { ...spent, status: 'FAILED' },
      {
        purchase: { heldUntil: null, clearedKobo: 6_000_000n, coveredKobo: 6_000_000n, returnedAt: null, ...noReturn },
      },
    ),
    'Cleared without funds: ₦60,000.00 by SHOPRITE LEKKI, and Adire & Indigo Textiles Ltd had no balance; we covered ' +
      'all of it, which must be recovered',
  ],
  [
    'a released card purchase',
    facts(
      { ...spent, status: 'FAILED', alert: 'It was not cleared within 7 days' },
      {
        returned: { kobo: 6_000_000n, at: at('21:42:03') },
      },
    ),
    'Released: It was not cleared within 7 days; ₦60,000.00 returned to Adire & Indigo Textiles Ltd at 22:42:03',
  ],
  [
    'a declined card purchase',
    facts({ ...spent, status: 'DECLINED', response_code: '62', alert: 'The card is blocked' }),
    'Declined: The card is blocked; nothing was held on or debited from Adire & Indigo Textiles Ltd',
  ],
  [
    'a card reversal',
    facts(
      { ...spent, category: 'CARD_REVERSAL', type: 'CREDIT', status: 'SUCCESS', originator_name: 'SHOPRITE' },
      {
        moved: { kobo: 6_000_000n, at: at('21:41:05') },
      },
    ),
    'Reversed: SHOPRITE returned a card payment at 22:41:05; ₦60,000.00 was credited to Adire & Indigo Textiles Ltd',
  ],
  [
    'a transfer between wallets',
    facts({ category: 'WALLET_TO_WALLET', status: 'SUCCESS' }, { moved: { kobo: -totalKobo, at: at('21:41:05') } }),
    'Transferred: ₦60,000.00 from ADIRE & INDIGO to OKAFOR CHIDI at 22:41:05; ₦60,103.75 was debited from ADIRE & INDIGO, ' +
      'including ₦103.75 of charges',
  ],
  [
    'a transfer to a store',
    facts(
      { category: 'TERMINAL_TO_STORE', type: 'CREDIT', status: 'SUCCESS' },
      {
        moved: { kobo: 6_000_000n, at: at('21:41:05') },
      },
    ),
    'Transferred: ₦60,000.00 from ADIRE & INDIGO to OKAFOR CHIDI at 22:41:05; ₦60,000.00 was credited to OKAFOR CHIDI',
  ],
  [
    'a debited charge',
    facts({ ...fee, status: 'SUCCESS' }, { moved: { kobo: -5_375n, at: at('21:41:05') } }),
    'Charged: Charge for KBO-1, at 22:41:05; ₦53.75 was debited from Adire & Indigo Textiles Ltd',
  ],
  [
    'a pending linked charge',
    facts({ ...fee, status: 'PENDING' }),
    'Pending: Charge for KBO-1; the ₦53.75 is held with its payment on Adire & Indigo Textiles Ltd',
  ],
  [
    'a charge whose payment failed',
    facts({ ...fee, status: 'FAILED' }),
    'Not charged: its payment failed (Charge for KBO-1); nothing was debited from Adire & Indigo Textiles Ltd',
  ],
  [
    'a category without its own text',
    facts({ category: 'SOMETHING_NEW', status: 'PENDING' }, { heldKobo: 6_000_000n }),
    'Pending: ₦60,000.00; ₦60,000.00 is held on Adire & Indigo Textiles Ltd',
  ],
]

describe('STORY-02 explainTransaction', () => {
  it.each(cases)('explains %s', (_name, known, sentence) => {
    expect(explainTransaction(known)).toBe(sentence)
  })
})

const outgoing =
  'BANK_TRANSFER REFUND SETTLEMENT BILL_PAYMENT CARD_PAYMENT MERCHANT_DEBIT DEBIT_WALLET WALLET_TO_WALLET ' +
  'TRANSFER_FROM_STORE TRANSFER_FROM_TERMINAL DEBIT_STORE DEBIT_CHILD_ACCOUNT_CHARGES CREDIT_CHILD_ACCOUNT_CHARGES'
const incoming =
  'BANK_FUNDING CREDIT_STORE CARD_PAYMENT CARD_REVERSAL MERCHANT_CREDIT CREDIT_WALLET WALLET_TO_WALLET ' +
  'TRANSFER_FROM_MERCHANT TERMINAL_TO_STORE'
const kinds = [
  ...outgoing.split(' ').map((category) => ({ category, type: 'DEBIT' })),
  ...incoming.split(' ').map((category) => ({ category, type: 'CREDIT' })),
]
const statuses = ['QUEUED', 'PENDING', 'SUCCESS', 'FAILED', 'DECLINED']
const everything = kinds.flatMap((values) => statuses.map((status) => ({ ...values, status })))

describe('STORY-03 explainTransaction in every category and status', () => {
  it.each(everything)('explains $category, $type, in status $status', (values) => {
    // Only the row is known, so no movement of money may be mentioned.
    const explanation = explainTransaction(facts(values))
    expect(explanation).not.toMatch(/undefined|null|NaN|_/)
    expect(explanation).not.toMatch(/₦[\d,.]+ (left|was debited|was credited|returned|is held on)/)
    // A heading followed by text.
    expect(explanation).toMatch(/^[A-Z][a-z ,]+: ./)
    if (values.status === 'SUCCESS') expect(explanation).not.toMatch(/^(Failed|Declined|Pending|Queued)/)
    else
      expect(explanation).not.toMatch(
        /^(Done|Paid|Settled|Refunded|Collected|Transferred|Charged|Cleared|Reversed|Marked)/,
      )
  })
})

describe('STORY-08 merchantReply', () => {
  it.each(cases)('replies about %s without internal terms', (_name, known) => {
    const reply = merchantReply(known)
    expect(reply).toMatch(/^Dear Adire & Indigo Textiles Ltd,\n\nThank you for asking about (your|the) /)
    expect(reply).toContain('Reference: KBO-1\n')
    expect(reply).toContain('Date: 23 November 2026 at 22:41:05 (Lagos time)')
    expect(reply).not.toMatch(/switch|requer|ledger|hold\b|\bheld\b|question|Ada Obi|undefined|null|;/)
  })

  it.each(everything)('replies about $category, $type, in status $status', (values) => {
    const reply = merchantReply(facts(values))
    expect(reply).not.toMatch(/switch|requer|ledger|undefined|null|NaN/)
    // An unpaid transaction must never be described as paid.
    if (values.status !== 'SUCCESS') expect(reply).not.toMatch(/It was (paid|completed)|It arrived/)
  })

  it('states amount, account, bank, time, reference, session ID, what happened and the next step', () => {
    expect(merchantReply(facts({ ...failed, response_code: '25' }, returned))).toBe(
      [
        'Dear Adire & Indigo Textiles Ltd,',
        'Thank you for asking about your transfer of ₦60,000.00 to OKAFOR CHIDI, account 0100000802 at Guaranty Trust Bank.',
        'It did not go through. ₦60,103.75, charges included, was returned to your account on 23 November 2026 at 22:42:03. You can send it again.',
        'Reference: KBO-1\nSession ID: 000023261123224105118830274615\nDate: 23 November 2026 at 22:41:05 (Lagos time)',
        'Kind regards',
      ].join('\n\n'),
    )
  })

  it('names the account of the customer when it is not the merchant’s own', () => {
    const reply = merchantReply(
      facts({ ...failed, scope: 'WALLET', response_code: '57' }, { ...returned, holder: 'Iyabo Odetola' }),
    )
    expect(reply).toContain('was returned to the account of Iyabo Odetola on 23 November 2026')
    expect(reply).not.toContain('your account')
  })

  it('advises against resending a payment that may still arrive', () => {
    for (const known of [facts(pending, held), facts({ ...failed, ...unconfirmed, response_code: '25' }, returned)])
      expect(merchantReply(known)).toMatch(
        /Please do not send it again|Please wait until then before you send it again/,
      )
  })
})
