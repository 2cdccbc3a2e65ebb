import { approvedLateAlert } from '@kobo/server/engine/outbound/outbound-messages'
import { payoutLeg } from '@kobo/server/engine/payouts/payout-leg'
import type { TransactionStatus } from '@kobo/server/ledger/transactions'
import { unknownAccount } from '../simulator/switch-answers.ts'
import type { Route } from '@kobo/server/rails/switch'
import { dayMs, hourMs, minuteMs } from '../calendar.ts'
import type { Random } from '../random.ts'
import { anAmount, largestKobo, roundDown, smallestKobo } from './amounts.ts'
import type { Book, Draft, HistoryPosting } from './book.ts'
import { kinds, narrations } from './kinds.ts'
import { floats, type Price, providerCosts, totalOf } from './pricing.ts'
import { anyOf, type Scene } from './scene.ts'
import { lagosDayIndex, recentMs } from './timetable.ts'
import { respondedAt, lateApprovalOf, statusQueryTimes } from './timeline.ts'

/** Codes of definite failures, weighted towards the common ones. */
const refusals = [unknownAccount, unknownAccount, unknownAccount, '57', '57', '61', '51', '51', '13'] as const

/** Payouts fail; they are never declined. */
type PayoutStatus = Exclude<TransactionStatus, 'DECLINED'>

const failedShare = 0.042
const lateApprovals = 2
const worthPaying = 50_000

type Payout = (holder: number, at: number) => boolean

/** Makes one payout per call; returns false if the account holds too little. */
export function payoutMaker(scene: Scene): Payout {
  const { holders, purses, random, now } = scene
  /** Number of recent payouts, of merchants and of wallets. */
  const fresh = [0, 0]
  let lateLeft = lateApprovals

  return (holder, at) => {
    const maxKobo = Math.min(purses.mayLeave(holder, at), largestKobo)
    if (maxKobo < worthPaying) return false
    const owner = holders.owners[holder] ?? 0
    let amount = drawAmount(scene, holder, maxKobo)
    let price = scene.pricing.payout(owner, at, amount)
    if (amount + totalOf(price) > maxKobo) {
      amount = roundDown(maxKobo * 0.8)
      price = scene.pricing.payout(owner, at, amount)
      if (amount < smallestKobo || amount + totalOf(price) > maxKobo) return false
    }
    const paidAt = endOf(scene, at)
    const status = statusOf(holder, at, paidAt)
    const isLate = status === 'FAILED' && lateLeft > 0 && now - at < 25 * dayMs && now - at > 3 * dayMs
    const draft = draftOf(scene, { holder, at, amount, price, status, paidAt, isLate })
    scene.book.record(draft)
    if (status === 'SUCCESS') settle(scene, draft)
    if (isLate) {
      lateLeft -= 1
      compensate(scene, draft)
    }
    scene.trail?.payout(draft)
    if (status === 'SUCCESS' || status === 'PENDING') {
      const total = amount + totalOf(price)
      purses.spend(holder, at, amount, total)
      if (status === 'PENDING') scene.book.hold(draft, total)
    }
    return true
  }

  function statusOf(holder: number, at: number, paidAt: number): PayoutStatus {
    const age = now - at
    const scope = holders.isWallet[holder] ?? 0
    if (age < recentMs) {
      const turn = (fresh[scope] = (fresh[scope] ?? 0) + 1)
      if (turn % 3 === 1) return 'QUEUED'
      if (turn % 3 === 2) return 'PENDING'
    } else if (age < hourMs && random.next() < 0.2) return 'PENDING'
    if (paidAt > now - minuteMs / 4) return 'PENDING'
    return random.next() < failedShare ? 'FAILED' : 'SUCCESS'
  }
}

/** Returns the wanted amount; merchants occasionally pay out most of their balance. */
function drawAmount({ random, holders, actors }: Scene, holder: number, maxKobo: number): number {
  if (holders.isWallet[holder] === 1) return anAmount(random, 4200, 1)
  if (maxKobo > 40_000_000 && random.next() < 0.3)
    return Math.max(roundDown(maxKobo * (0.3 + 0.6 * random.next())), smallestKobo)
  return anAmount(random, 14_000 * actors.scale(holder), 1.2)
}

/** Returns the completion time: mostly a few seconds, minutes if status queries were needed. */
function endOf({ random }: Scene, at: number): number {
  const unlucky = random.next() < 0.02
  if (!unlucky) return at + Math.floor(1800 + random.next() ** 3 * 9000)
  const knownAt = at + Math.floor(20_000 + random.next() * 20 * minuteMs)
  return (statusQueryTimes(respondedAt({ at }), knownAt).at(-1) ?? knownAt) + 1
}

interface Facts {
  holder: number
  at: number
  amount: number
  price: Price
  status: PayoutStatus
  paidAt: number
  /** Failed for want of a record at the switch, and approved hours later. */
  isLate: boolean
}

function draftOf(scene: Scene, { holder, at, amount, price, status, paidAt, isLate }: Facts): Draft {
  const { random, numbers, holders } = scene
  const responseCode = isLate ? '25' : codeOf(random, status)
  const sent = status !== 'QUEUED' && responseCode !== unknownAccount
  return {
    id: numbers.id(at),
    kind: holders.isWallet[holder] === 1 ? kinds.walletPayout : kinds.merchantPayout,
    holder,
    at,
    status,
    amount,
    ...price,
    paidAt: status === 'SUCCESS' ? paidAt : null,
    reference: numbers.reference(at),
    sessionId: sent ? numbers.sessionId(at) : null,
    route: sent ? routeAt(scene, at) : null,
    originator: holders.parties[holder] ?? anyOf(random, scene.outside),
    beneficiary: anyOf(random, scene.outside),
    narration: anyOf(random, narrations.payout),
    responseCode,
    alert: isLate ? approvedLateAlert(payoutLeg.labels, BigInt(amount)) : null,
    paymentMethod: null,
  }
}

/** Returns the response code, null for an open payout. */
function codeOf(random: Random, status: PayoutStatus): string | null {
  if (status === 'SUCCESS') return '00'
  return status === 'FAILED' ? anyOf(random, refusals) : null
}

/** Every ninth day payouts used the second switch, except in the last three days. */
function routeAt({ now }: Scene, at: number): Route {
  return lagosDayIndex(at) % 9 === 4 && now - at > 3 * dayMs ? 'ETRANZACT' : 'NIP'
}

function settle({ book, holders }: Scene, draft: Draft): void {
  const { holder, amount, fee, vat, duty, reference, route, paidAt } = draft
  if (route === null || paidAt === null) return
  const of = { at: paidAt, reference, transaction: draft, owner: holders.owners[holder] ?? 0 }
  book.post({
    ...of,
    kind: 'PAYOUT',
    lines: [
      [holder, -(amount + fee + vat + duty), draft],
      [floats[route], amount],
      ['FEE_INCOME', fee],
      ['VAT_PAYABLE', vat],
      ['STAMP_DUTY_PAYABLE', duty],
    ],
  })
  postCost(book, of, route)
}

function postCost(book: Book, of: Omit<HistoryPosting, 'kind' | 'lines'>, route: Route): void {
  const cost = providerCosts[route]
  book.post({
    ...of,
    kind: 'PROVIDER_COST',
    lines: [
      ['PROVIDER_COST', -cost],
      [floats[route], cost],
    ],
  })
}

/** Posts the late approval of a failed payout at the provider's own loss. */
function compensate({ book, holders }: Scene, draft: Draft): void {
  const route = draft.route ?? 'NIP'
  const { approvedAt: at } = lateApprovalOf(draft)
  const of = { at, reference: draft.reference, transaction: draft, owner: holders.owners[draft.holder] ?? 0 }
  book.post({
    ...of,
    kind: 'COMPENSATION',
    lines: [
      ['RECOVERY', -draft.amount],
      [floats[route], draft.amount],
    ],
  })
  postCost(book, of, route)
}
