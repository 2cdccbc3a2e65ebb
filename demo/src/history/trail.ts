import type { Transaction } from '@kobo/server/db/database'
import { collectionReceived } from '@kobo/server/engine/collections/collection-messages'
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
} from '@kobo/server/engine/outbound/outbound-messages'
import { payoutLeg } from '@kobo/server/engine/payouts/payout-leg'
import { payoutRequested } from '@kobo/server/engine/payouts/submit-payout'
import { logOf } from '@kobo/server/engine/trail'
import { unknownAccount } from '../simulator/switch-answers.ts'
import type { Draft } from './book.ts'
import { recordedQuery, named, sent } from './exchanges.ts'
import { plain } from './parties.ts'
import { type ReportedPayment, type TrailInput, reportPayment } from './steps.ts'
import { respondedAt, lateApprovalOf, noRecordMs, questionsOf } from './timeline.ts'
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
      if (draft.at >= since) writePayout(input, webhooks, reportPayment(input, draft))
    },
    collection(draft) {
      if (draft.at >= since) writeCollection(webhooks, reportPayment(input, draft))
    },
  }
}

const { labels } = payoutLeg

function writePayout(input: TrailInput, webhooks: Webhooks, scene: ReportedPayment): void {
  const { draft, row, tell: write } = scene
  const { at, holder, status } = draft
  const owner = input.holders.parties[input.holders.owners[holder] ?? 0]
  write(at, payoutRequested(owner ? plain(owner.name) : 'the merchant'))
  if (status === 'QUEUED') return
  const isKnown = draft.responseCode !== unknownAccount
  const response = named(row, input.numbers.sessionId(at), isKnown ? row.beneficiary_name : null)
  write(at + 320, accountNamed(labels, { answer: response }))
  if (!isKnown) {
    write(at + 321, hasFailed(nameRefused(response)))
    webhooks.tell(scene, at + 321 + webhookAfterMs, 'transfer.failed')
    return
  }
  write(at + 321, holdPlaced(row))
  if (status === 'SUCCESS') writeSuccess(webhooks, scene)
  else if (draft.alert !== null) writeLateApproval(webhooks, scene)
  else if (status === 'FAILED') writeRefusal(webhooks, scene)
  else write(respondedAt(draft), outcomeUnknown(sent(row, input.random.pick(openResponses))))
}

/** Response codes that leave a payout open; null is no response. */
const openResponses = ['09', '91', '96', '97', null] as const

function writeSuccess(webhooks: Webhooks, scene: ReportedPayment): void {
  const { draft, row, tell: write } = scene
  const questions = questionsOf(draft)
  if (questions.length > 0) write(respondedAt(draft), outcomeUnknown(sent(row, '09')))
  for (const question of questions.slice(0, -1)) write(question, statusQueried(labels, recordedQuery(row, '09')))
  const exchange = questions.length > 0 ? recordedQuery(row, '00') : sent(row, '00')
  for (const last of questions.slice(-1)) write(last, statusQueried(labels, exchange))
  const at = draft.paidAt ?? draft.at
  write(at, ...succeeded(payoutLeg, row, { exchange, sentence: approvedWith(labels, exchange.code) }))
  webhooks.tell(scene, at + webhookAfterMs, 'transfer.success')
}

function writeRefusal(webhooks: Webhooks, scene: ReportedPayment): void {
  const { draft, row, tell: write } = scene
  const exchange = sent(row, draft.responseCode)
  const { code } = exchange
  const at = respondedAt(draft)
  write(at, hasFailed({ code, sentence: refusedWith(labels, code), log: logOf(exchange) }))
  webhooks.tell(scene, at + webhookAfterMs, 'transfer.failed')
}

function writeLateApproval(webhooks: Webhooks, scene: ReportedPayment): void {
  const { draft, row, tell: write } = scene
  const { silentAt, questions, failedAt, questionsInDoubt, approvedAt } = lateApprovalOf(draft)
  write(silentAt, outcomeUnknown(sent(row, null)))
  const nothing = recordedQuery(row, '25')
  for (const question of questions) write(question, statusQueried(labels, nothing))
  const sentence = noRecord(labels, noRecordMs)
  write(failedAt, hasFailed({ code: nothing.code, sentence, log: logOf(nothing) }))
  webhooks.tell(scene, failedAt + webhookAfterMs, 'transfer.failed')
  for (const question of questionsInDoubt.slice(0, -1)) write(question, statusQueried(labels, nothing))
  const approval = recordedQuery(row, '00')
  write(approvedAt - 1, statusQueried(labels, approval))
  write(approvedAt, approvedLate(labels, approval))
}

function writeCollection(webhooks: Webhooks, scene: ReportedPayment): void {
  const { draft, row, tell: write } = scene
  write(draft.at, collectionReceived(row))
  webhooks.tell(scene, draft.at + 1, 'collection.success')
}
