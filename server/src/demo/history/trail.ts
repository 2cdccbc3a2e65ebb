import type { Transaction } from '../../db/database.ts'
import { collectionReceived } from '../../engine/collections/collection-messages.ts'
import {
  accountNamed,
  approvedLate,
  approvedWith,
  hasFailed,
  outcomeUnknown,
  nameRefused,
  noRecord,
  refusedWith,
  holdPlaced,
  succeeded,
  statusQueried,
  webhookAfterMs,
} from '../../engine/outbound/outbound-messages.ts'
import { payoutLeg } from '../../engine/payouts/payout-leg.ts'
import { payoutRequested } from '../../engine/payouts/submit-payout.ts'
import { logOf } from '../../engine/trail.ts'
import { unknownAccount } from '../../rails/simulator/switch-answers.ts'
import type { Draft } from './book.ts'
import { asked, named, sent } from './exchanges.ts'
import { plain } from './parties.ts'
import { type Told, type TrailInput, toldBy } from './steps.ts'
import { answeredAt, lateApprovalOf, noRecordMs, questionsOf } from './timeline.ts'
import { openWebhooks, type Webhooks } from './webhooks.ts'

/** Writes every step of a transaction with the engine's messages: logs, overview and the merchant's webhook. */
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
      if (draft.at >= since) tellPayout(input, webhooks, toldBy(input, draft))
    },
    collection(draft) {
      if (draft.at >= since) tellCollection(webhooks, toldBy(input, draft))
    },
  }
}

const { labels: words } = payoutLeg

function tellPayout(input: TrailInput, webhooks: Webhooks, told: Told): void {
  const { draft, row, tell } = told
  const { at, holder, status } = draft
  const owner = input.holders.parties[input.holders.owners[holder] ?? 0]
  tell(at, payoutRequested(owner ? plain(owner.name) : 'the merchant'))
  if (status === 'QUEUED') return
  const isKnown = draft.responseCode !== unknownAccount
  const answer = named(row, input.numbers.sessionId(at), isKnown ? row.beneficiary_name : null)
  tell(at + 320, accountNamed(words, { answer }))
  if (!isKnown) {
    tell(at + 321, hasFailed(nameRefused(answer)))
    webhooks.tell(told, at + 321 + webhookAfterMs, 'transfer.failed')
    return
  }
  tell(at + 321, holdPlaced(row))
  if (status === 'SUCCESS') tellSuccess(webhooks, told)
  else if (draft.alert !== null) tellLateApproval(webhooks, told)
  else if (status === 'FAILED') tellRefusal(webhooks, told)
  else tell(answeredAt(draft), outcomeUnknown(sent(row, input.random.pick(openAnswers))))
}

/** Response codes that leave a payout open; null is no response. */
const openAnswers = ['09', '91', '96', '97', null] as const

function tellSuccess(webhooks: Webhooks, told: Told): void {
  const { draft, row, tell } = told
  const questions = questionsOf(draft)
  if (questions.length > 0) tell(answeredAt(draft), outcomeUnknown(sent(row, '09')))
  for (const question of questions.slice(0, -1)) tell(question, statusQueried(words, asked(row, '09')))
  const exchange = questions.length > 0 ? asked(row, '00') : sent(row, '00')
  for (const last of questions.slice(-1)) tell(last, statusQueried(words, exchange))
  const at = draft.paidAt ?? draft.at
  tell(at, ...succeeded(payoutLeg, row, { exchange, sentence: approvedWith(words, exchange.code) }))
  webhooks.tell(told, at + webhookAfterMs, 'transfer.success')
}

function tellRefusal(webhooks: Webhooks, told: Told): void {
  const { draft, row, tell } = told
  const exchange = sent(row, draft.responseCode)
  const { code } = exchange
  const at = answeredAt(draft)
  tell(at, hasFailed({ code, sentence: refusedWith(words, code), log: logOf(exchange) }))
  webhooks.tell(told, at + webhookAfterMs, 'transfer.failed')
}

function tellLateApproval(webhooks: Webhooks, told: Told): void {
  const { draft, row, tell } = told
  const { silentAt, questions, failedAt, questionsInDoubt, approvedAt } = lateApprovalOf(draft)
  tell(silentAt, outcomeUnknown(sent(row, null)))
  const nothing = asked(row, '25')
  for (const question of questions) tell(question, statusQueried(words, nothing))
  const sentence = noRecord(words, noRecordMs)
  tell(failedAt, hasFailed({ code: nothing.code, sentence, log: logOf(nothing) }))
  webhooks.tell(told, failedAt + webhookAfterMs, 'transfer.failed')
  for (const question of questionsInDoubt.slice(0, -1)) tell(question, statusQueried(words, nothing))
  const approval = asked(row, '00')
  tell(approvedAt - 1, statusQueried(words, approval))
  tell(approvedAt, approvedLate(words, approval))
}

function tellCollection(webhooks: Webhooks, told: Told): void {
  const { draft, row, tell } = told
  tell(draft.at, collectionReceived(row))
  webhooks.tell(told, draft.at + 1, 'collection.success')
}
