import { z } from 'zod'
import { call } from './kit/call.ts'
import { choice } from './kit/choice.ts'
import { filterDay } from './kit/day.ts'
import { filterId, id } from './kit/id.ts'
import { nairaReply } from './kit/naira.ts'
import { byAge, paging, totalRecords } from './kit/page.ts'
import { paragraph, searchText } from './kit/text.ts'

export const cardTypes = ['PHYSICAL', 'VIRTUAL'] as const
export const cardStatuses = ['ACTIVE', 'BLOCKED', 'DELETED'] as const
export const cardBatchStatuses = ['PENDING', 'ACCEPTED', 'DECLINED'] as const
export const cardTransactionStatuses = ['SUCCESS', 'PENDING', 'FAILED', 'QUEUED', 'DECLINED'] as const

const maybe = z.string().nullish()
const days = { startDate: filterDay, endDate: filterDay }
const merchant = z.object({ id: maybe, businessName: maybe }).nullish()
const batchReference = searchText(60)

const card = z.object({
  id: z.string(),
  createdAt: z.string(),
  /** ACTIVE, BLOCKED or DELETED; DELETED is permanent. */
  status: z.string(),
  type: z.string(),
  holderName: maybe,
  /** Masked number: the first six and the last four digits. */
  maskedPan: maybe,
  /** Last month in which the card is valid, MM/YY. */
  expiry: maybe,
  batchReference: maybe,
  merchant,
  /** Customer's wallet that the card debits; null for the merchant's own account. */
  wallet: z.object({ id: z.string(), accountName: maybe }).nullish(),
})

export type Card = z.infer<typeof card>

const cardDetails = card.extend({
  batchId: maybe,
  /** Whether the expiry month is over. */
  isExpired: z.boolean().optional(),
  /** Reason for the block, if one was recorded. */
  blockedReason: maybe,
  blockedAt: maybe,
  deletedAt: maybe,
  /** Total and number of open authorisations. */
  held: nairaReply.nullish(),
  openAuthorisations: z.number().int().nullish(),
  /** Blocker of deletion; null if the card can be deleted. */
  hindrance: maybe,
})

export type CardDetails = z.infer<typeof cardDetails>

const cardBatch = z.object({
  id: z.string(),
  createdAt: z.string(),
  /** PENDING until decided, then ACCEPTED or DECLINED. */
  status: z.string(),
  type: z.string(),
  batchReference: z.string(),
  /** Number of cards requested. */
  quantity: z.number().int().optional(),
  /** Reason for the decline. */
  reason: maybe,
  merchant,
})

export type CardBatch = z.infer<typeof cardBatch>

const cardBatchDetails = cardBatch.extend({
  decidedAt: maybe,
  decidedBy: maybe,
  /** Blocker of approval; null if the batch can be approved or is already decided. */
  hindrance: maybe,
  /** Requested card holders in the order of the request, each with its card once issued. */
  holders: z
    .array(
      z.object({
        holderName: z.string(),
        wallet: z.object({ id: z.string(), accountName: maybe }).nullish(),
        cardId: maybe,
        maskedPan: maybe,
      }),
    )
    .optional(),
})

export type CardBatchDetails = z.infer<typeof cardBatchDetails>

const cardTransaction = z.object({
  id: z.string(),
  createdAt: z.string(),
  /** PENDING while only authorised; FAILED if never cleared; DECLINED if nothing was held. */
  status: z.string(),
  /** DEBIT, or CREDIT for the reversal of a cleared payment. */
  type: z.string(),
  /** Amount held, or the amount finally debited. */
  amount: nairaReply,
  reference: maybe,
  /** Merchant that accepted the card. */
  acceptor: maybe,
  /** Reason why it was declined or never cleared. */
  reason: maybe,
  card: z.object({ id: z.string(), maskedPan: maybe, holderName: maybe }).nullish(),
  merchant,
})

export type CardTransaction = z.infer<typeof cardTransaction>

const cardFilters = {
  ...paging,
  type: choice(cardTypes),
  ...days,
  merchantId: filterId('merchant'),
  batchReference,
}
const done = z.object({ status: z.string().nullish() })

export const cards = {
  list: call({
    method: 'GET',
    path: '/card',
    permission: 'cards.read',
    effect: 'read',
    added: ['search'],
    summary:
      'List issued cards, newest first; searched by holder or last four digits, or by the reference of their batch, exact or a prefix',
    query: z.object({ ...cardFilters, status: choice(cardStatuses), search: searchText() }),
    reply: z.object({ totalRecords, cards: z.array(card) }),
  }),
  details: call({
    method: 'GET',
    path: '/card/details',
    permission: 'cards.read',
    effect: 'read',
    summary: 'Get a card; its number is masked in the middle',
    query: z.object({ cardId: id('card') }),
    reply: z.object({ card: cardDetails }),
  }),
  batches: call({
    method: 'GET',
    path: '/card/batch',
    permission: 'cards.read',
    effect: 'read',
    added: ['sort'],
    summary:
      'List batches of cards that merchants have requested, newest first or in the order of `sort`; `reference` is exact or a prefix',
    query: z.object({ ...cardFilters, status: choice(cardBatchStatuses), sort: choice(byAge) }),
    reply: z.object({ totalRecords, batches: z.array(cardBatch) }),
  }),
  batchDetails: call({
    method: 'GET',
    path: '/card/batch/details',
    permission: 'cards.read',
    effect: 'read',
    summary: 'Get a batch of cards with its card holders',
    query: z.object({ batchId: id('batch') }),
    reply: z.object({ batch: cardBatchDetails }),
  }),
  transactions: call({
    method: 'GET',
    path: '/card/transactions',
    permission: 'cards.read',
    effect: 'read',
    added: ['search'],
    summary:
      'List purchases, authorisations, declines and reversals of cards, newest first; searched by reference, exact or a prefix',
    query: z.object({
      ...paging,
      status: choice(cardTransactionStatuses),
      search: searchText(),
      cardId: filterId('card'),
      ...days,
      merchantId: filterId('merchant'),
    }),
    reply: z.object({ totalRecords, transactions: z.array(cardTransaction) }),
  }),
  setUp: call({
    method: 'POST',
    path: '/card/setup',
    permission: 'cards.write',
    effect: 'write',
    added: ['reason'],
    summary:
      'Allow a merchant to issue cards, of both types unless types are given, with an optional reason; cannot be undone',
    body: z.strictObject({
      merchantId: id('merchant'),
      types: z.array(z.enum(cardTypes)).min(1, 'Select at least one type').optional(),
      reason: paragraph(500).optional(),
    }),
    reply: z.object({}),
  }),
  approveBatch: call({
    method: 'POST',
    path: '/card/batch/approve',
    permission: 'cards.decide',
    effect: 'write',
    summary: 'Approve a pending batch and issue its cards',
    body: z.strictObject({ batchId: id('batch') }),
    reply: done,
  }),
  declineBatch: call({
    method: 'POST',
    path: '/card/batch/decline',
    permission: 'cards.decide',
    effect: 'write',
    summary: 'Decline a pending batch, with a reason for the merchant',
    body: z.strictObject({ batchId: id('batch'), reason: paragraph(500, 'Reason is required') }),
    reply: done,
  }),
  block: call({
    method: 'POST',
    path: '/card/block',
    permission: 'cards.write',
    effect: 'write',
    summary: 'Block an active card; purchases that it has authorised can still be cleared',
    body: z.strictObject({ cardId: id('card'), reason: paragraph(500).optional() }),
    reply: done,
  }),
  unblock: call({
    method: 'POST',
    path: '/card/unblock',
    permission: 'cards.write',
    effect: 'write',
    summary: 'Unblock a card',
    body: z.strictObject({ cardId: id('card'), reason: paragraph(500).optional() }),
    reply: done,
  }),
  remove: call({
    method: 'DELETE',
    path: '/card',
    permission: 'cards.write',
    effect: 'write',
    summary: 'Delete a blocked card without pending payments, permanently; its payments are kept',
    query: z.object({ cardId: id('card') }),
    reply: done,
  }),
}
