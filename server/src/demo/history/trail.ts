import type { Transaction } from '../../db/database.ts'
import { noRecord } from '../../engine/outbound/hear.ts'
import { payoutLeg } from '../../engine/payouts/payout-leg.ts'
import { findBank } from '../../rails/banks.ts'
import { responseWords } from '../../rails/response-codes.ts'
import { hourMs } from '../calendar.ts'
import type { Draft } from './book.ts'
import { type Party, plain } from './parties.ts'
import { totalOf } from './pricing.ts'
import { providerCosts } from './routes.ts'
import { type Told, type TrailInput, writeTold } from './steps.ts'
import { openWebhooks, type Webhooks } from './webhooks.ts'

/** Tells every step of a transaction, as the engine does: logs, the overview, and the merchant's webhook. */
export interface Trail {
  payout(draft: Draft): void
  collection(draft: Draft): void
}

export async function openTrail(db: Transaction, input: TrailInput): Promise<Trail | null> {
  if (input.since === null) return null
  const since = input.since.getTime()
  const webhooks = await openWebhooks(db, input)
  return {
    payout(draft) {
      if (draft.at >= since) tellPayout(input, webhooks, draft)
    },
    collection(draft) {
      if (draft.at >= since) tellCollection(input, webhooks, draft)
    },
  }
}

function tellPayout(input: TrailInput, webhooks: Webhooks, draft: Draft): void {
  const { at, amount, holder } = draft
  const owner = input.holders.parties[input.holders.owners[holder] ?? 0]
  const tell = (told: Told) => writeTold(input, draft, told)
  const business = owner ? plain(owner.name) : 'the merchant'
  tell({ category: 'SESSION_INIT', at, sentence: `Payout requested by ${business}`, log: {} })
  if (draft.status === 'QUEUED') return

  const name = plain(draft.beneficiary.name)
  const enquiry = {
    sessionId: input.numbers.sessionId(at),
    bankCode: switchCode(draft.beneficiary),
    accountNumber: plain(draft.beneficiary.number),
  }
  const known = draft.responseCode !== '07'
  const said = { ...enquiry, responseCode: known ? '00' : '07', ...(known && { accountName: name }) }
  tell({
    category: 'TRANSFER_INIT',
    at: at + 320,
    sentence: known ? `The account belongs to ${name}` : `The account could not be found: ${responseWords('07')}`,
    log: { code: said.responseCode, request: enquiry, response: said },
  })
  if (!known) {
    const sentence = `The name enquiry was refused: ${responseWords('07')} (07)`
    tell({ category: 'FUND_FAILED', at: at + 321, sentence, log: { code: '07', request: enquiry, response: said } })
    webhooks.tell(draft, at + 331, 'transfer.failed')
    return
  }
  const total = amount + totalOf(draft)
  tell({ category: 'FUND_PENDING', at: at + 321, sentence: `${nairaWords(total)} set aside`, log: {} })
  if (draft.status === 'SUCCESS') tellSuccess(tell, webhooks, draft)
  else if (draft.status === 'FAILED') tellFailure(tell, webhooks, draft)
  else tell({ category: 'FUND_PENDING', at: at + 900, log: exchange(draft, draft.responseCode) })
}

function tellCollection(input: TrailInput, webhooks: Webhooks, draft: Draft): void {
  const { at, amount, sessionId, originator, beneficiary } = draft
  const [name, accountNumber, bankCode] = [originator.name, originator.number, originator.bankCode].map(plain)
  const request = {
    sessionId,
    amount: amount / 100,
    sender: { name, accountNumber, bankCode },
    accountNumber: plain(beneficiary.number),
  }
  const sentence = `${nairaWords(amount)} received from ${name}`
  writeTold(input, draft, { category: 'FUND_SUCCESS', at, sentence, log: { code: '00', request } })
  webhooks.tell(draft, at + 1, 'collection.success')
}

type Tell = (told: Told) => void

function tellSuccess(tell: Tell, webhooks: Webhooks, draft: Draft): void {
  const { amount, fee, vat, duty, sessionId } = draft
  const at = draft.paidAt ?? draft.at
  const route = draft.route ?? 'NIP'
  const code = '00'
  if (at - draft.at > 15_000) {
    tell({ category: 'FUND_PENDING', at: draft.at + 900, log: exchange(draft, '09') })
    const asked = { code, request: { sessionId }, response: { sessionId, responseCode: code } }
    const sentence = `The switch was asked: ${responseWords(code)} (${code})`
    tell({ category: 'TRANSACTION_STATUS', at: at - 1, sentence, log: asked })
  }
  const approved = `The switch approved it: ${responseWords(code)} (${code})`
  tell({ category: 'FUND_SUCCESS', at, sentence: approved, log: exchange(draft, code) })
  const cost = providerCosts[route]
  tell({
    category: 'PROVIDER_CHARGES_SETTLEMENT',
    at: at + 1,
    sentence: `${nairaWords(cost)} settled with ${route}`,
    log: { code, request: { route, charge: cost / 100 } },
  })
  tell({
    category: 'COMMISSION_CHARGE_ON_PROVIDER',
    at: at + 2,
    sentence: `${nairaWords(totalOf(draft))} charged, of which ${nairaWords(fee)} commission`,
    log: { code, request: { fee: fee / 100, vat: vat / 100, stampDuty: duty / 100 } },
  })
  tell({
    category: 'TRANSFER_SUCCESSFUL',
    at: at + 3,
    sentence: `${nairaWords(amount)} transferred to ${plain(draft.beneficiary.name)}`,
    log: { code, request: { amount: amount / 100, sessionId } },
  })
  webhooks.tell(draft, at + 10, 'transfer.success')
}

function tellFailure(tell: Tell, webhooks: Webhooks, draft: Draft): void {
  const code = draft.responseCode ?? '57'
  const at = draft.at + 1400
  if (draft.alert === null) {
    const sentence = `The switch refused it: ${responseWords(code)} (${code})`
    tell({ category: 'FUND_FAILED', at, sentence, log: exchange(draft, code) })
    webhooks.tell(draft, at + 10, 'transfer.failed')
    return
  }
  const { sessionId } = draft
  const asked = { code, request: { sessionId }, response: { sessionId, responseCode: code } }
  const later = at + 700_000
  tell({ category: 'FUND_PENDING', at, log: exchange(draft, null) })
  const sentence = `The switch was asked: ${responseWords(code)} (${code})`
  tell({ category: 'TRANSACTION_STATUS', at: later, sentence, log: asked })
  tell({
    category: 'FUND_FAILED',
    at: later + 1,
    sentence: noRecord(payoutLeg, later - at),
    log: asked,
  })
  webhooks.tell(draft, later + 11, 'transfer.failed')
  const approved = 'The switch approved it after it had failed'
  tell({ category: 'FUND_SUCCESS', at: lateApprovalAt(draft), sentence: approved, log: exchange(draft, '00') })
}

/** When the approval came of a payout that had failed. */
export function lateApprovalAt({ at }: Draft): number {
  return at + 6 * hourMs
}

/** The transfer as the switch was asked for it, and its answer; none when there was no code. */
function exchange({ sessionId, amount, originator, beneficiary, narration }: Draft, code: string | null) {
  const amountKobo = String(amount)
  const party = (of: Party) => ({
    name: plain(of.name),
    accountNumber: plain(of.number),
    bankCode: switchCode(of),
  })
  const words = narration ? plain(narration) : ''
  return {
    code,
    request: {
      sessionId,
      amountKobo,
      originator: party(originator),
      beneficiary: party(beneficiary),
      narration: words,
    },
    response: code === null ? { problem: 'timeout' } : { sessionId, amountKobo, responseCode: code },
  }
}

function switchCode({ bankCode }: Party): string {
  const code = plain(bankCode)
  return findBank(code)?.nipCode ?? code
}

const naira = new Intl.NumberFormat('en-NG', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

function nairaWords(kobo: number): string {
  return `₦${naira.format(kobo / 100)}`
}
