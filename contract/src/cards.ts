import { z } from 'zod'
import { call } from './kit/call.ts'
import { choice } from './kit/choice.ts'
import { filterDay } from './kit/day.ts'
import { filterId, id } from './kit/id.ts'
import { nairaReply } from './kit/naira.ts'
import { paging, totalRecords } from './kit/page.ts'
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
  /** ACTIVE or BLOCKED; DELETED for ever. */
  status: z.string(),
  /** PHYSICAL or VIRTUAL. */
  type: z.string(),
  holderName: maybe,
  /** Its number as it may be shown: the first six digits and the last four. */
  maskedPan: maybe,
  /** The month after which it pays nothing more, MM/YY. */
  expiry: maybe,
  batchReference: maybe,
  merchant,
  /** The customer's wallet that it spends; null for the merchant's own account. */
  wallet: z.object({ id: z.string(), accountName: maybe }).nullish(),
})

export type Card = z.infer<typeof card>

const cardDetails = card.extend({
  batchId: maybe,
  /** Whether its month is over. */
  isExpired: z.boolean().optional(),
  /** Why it was blocked, where somebody said so. */
  blockedReason: maybe,
  blockedAt: maybe,
  deletedAt: maybe,
  /** What open authorisations of it hold, and how many there are. */
  held: nairaReply.nullish(),
  openAuthorisations: z.number().int().nullish(),
  /** Why it cannot be deleted now; null where it can. */
  hindrance: maybe,
})

export type CardDetails = z.infer<typeof cardDetails>

const cardBatch = z.object({
  id: z.string(),
  createdAt: z.string(),
  /** PENDING until somebody decides, then ACCEPTED or DECLINED. */
  status: z.string(),
  type: z.string(),
  batchReference: z.string(),
  /** How many cards it asks for. */
  quantity: z.number().int().optional(),
  /** Why it was declined. */
  reason: maybe,
  merchant,
})

export type CardBatch = z.infer<typeof cardBatch>

const cardBatchDetails = cardBatch.extend({
  decidedAt: maybe,
  decidedBy: maybe,
  /** Why it cannot be approved now; null where it can, or where it was decided. */
  hindrance: maybe,
  /** For whom cards are asked, in the order of the ask; with its card once there is one. */
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
  /** PENDING while it is authorised only; FAILED where it was never cleared; DECLINED where nothing was held. */
  status: z.string(),
  /** DEBIT, or CREDIT for a cleared payment that came back. */
  type: z.string(),
  /** What is held, or what left the account in the end. */
  amount: nairaReply,
  reference: maybe,
  /** Where the card was used. */
  acceptor: maybe,
  /** Why it was declined, or never cleared. */
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
    summary: 'List batches of cards that merchants have requested, newest first; `reference` is exact or a prefix',
    query: z.object({ ...cardFilters, status: choice(cardBatchStatuses) }),
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
    summary: 'Allow a merchant to issue cards, of both types unless types are given; cannot be undone',
    body: z.strictObject({
      merchantId: id('merchant'),
      types: z.array(z.enum(cardTypes)).min(1, 'Name at least one type').optional(),
    }),
    reply: z.object({}),
  }),
  approveBatch: call({
    method: 'POST',
    path: '/card/batch/approve',
    permission: 'cards.write',
    effect: 'write',
    summary: 'Approve a pending batch and issue its cards',
    body: z.strictObject({ batchId: id('batch') }),
    reply: done,
  }),
  declineBatch: call({
    method: 'POST',
    path: '/card/batch/decline',
    permission: 'cards.write',
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
