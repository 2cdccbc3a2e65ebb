import { z } from 'zod'
import {
  attachmentLimits,
  conversationStates,
  disputeCategories,
  disputedCategories,
  disputeStatuses,
  isEnd,
  messageText,
  schemeCategories,
  schemeStatuses,
  writtenAmount,
} from './kit/dispute.ts'
import { call } from './kit/call.ts'
import { choice, requiredChoice } from './kit/choice.ts'
import { filterDay } from './kit/day.ts'
import { filterId, id } from './kit/id.ts'
import { nairaAmount, nairaReply } from './kit/naira.ts'
import { paging, totalRecords, wholePaging } from './kit/page.ts'
import { paragraph, searchText, text } from './kit/text.ts'
import { transactionTypes } from './transaction-records.ts'

const maybe = z.string().nullish()
const days = { startDate: filterDay, endDate: filterDay }
const disputeId = { disputeId: id('dispute') }
const attachments = z.array(z.string()).nullish()
const files = { attachments: attachmentLimits }

const dispute = z.object({
  id: z.string(),
  createdAt: z.string(),
  merchant: z.object({ id: maybe, businessName: maybe }).nullish(),
  customer: maybe,
  amount: nairaReply,
  dueDate: maybe,
  /** Whether it is open past its due date. */
  isOverdue: z.boolean().optional(),
  status: z.string(),
  category: z.string(),
  transactionType: maybe,
  transactionCategory: maybe,
  transactionReference: maybe,
  /** Whether messages can be sent: ENABLED or DISABLED. */
  enableConversation: maybe,
})

export type Dispute = z.infer<typeof dispute>

const disputeDetails = dispute.extend({
  description: maybe,
  /** Image URLs. */
  attachments,
  /** Name of the person who raised it. */
  createdBy: maybe,
  /** Id and amount of the disputed transaction. */
  transactionId: maybe,
  transactionAmount: nairaReply.nullish(),
  /** Funds held now and still to be held; null if the dispute holds no funds, such as one of a debit. */
  held: nairaReply.nullish(),
  shortfall: nairaReply.nullish(),
  /** Refund that resolved the dispute. */
  refund: z.object({ id: z.string(), transactionId: maybe, amount: nairaReply, status: z.string() }).nullish(),
  /** Condition that needs an operator, such as a refund that failed after the dispute was resolved. */
  alert: maybe,
  /** Allowed transitions from its status; after its refund failed, RESOLVED (again) or CLOSED. */
  nextStatuses: z.array(z.string()).optional(),
})

export type DisputeDetails = z.infer<typeof disputeDetails>

/** Actor: staff are ADMIN, the merchant MERCHANT; missing if the system acted. */
const user = z.object({ role: maybe, name: maybe }).nullish()

const message = z.object({
  id: z.string().optional(),
  createdAt: z.string(),
  subject: maybe,
  message: maybe,
  attachments,
  user,
})

export type DisputeMessage = z.infer<typeof message>

const disputeActivity = z.object({
  id: z.string(),
  status: z.string(),
  reason: maybe,
  createdAt: maybe,
  user,
})

export type DisputeActivity = z.infer<typeof disputeActivity>

export const disputes = {
  list: call({
    method: 'GET',
    path: '/dispute',
    permission: 'disputes.read',
    effect: 'read',
    added: ['merchantId', 'search', 'state', 'sort'],
    summary:
      'List disputes, newest first or by due date; searched by merchant, customer, or by reference, session ID or id, exact or a prefix',
    query: z.object({
      ...paging,
      status: choice(disputeStatuses, schemeStatuses),
      category: choice(disputeCategories, schemeCategories),
      merchantId: filterId('merchant'),
      search: searchText(),
      /** OPEN without a final status; OVERDUE open past its due date. */
      state: choice(['OPEN', 'OVERDUE']),
      sort: choice(['newest', 'due']),
      ...days,
    }),
    reply: z.object({
      totalRecords,
      /** Number of matching disputes that are open past their due date. */
      totalOverdue: z.number().int().nullish(),
      disputes: z.array(dispute),
    }),
  }),
  details: call({
    method: 'GET',
    path: '/dispute/details',
    permission: 'disputes.read',
    effect: 'read',
    summary: 'Get a dispute with its hold and its outcome',
    query: z.object(disputeId),
    reply: z.object({ dispute: disputeDetails }),
  }),
  initiate: call({
    method: 'POST',
    path: '/dispute',
    permission: 'disputes.write',
    effect: 'write',
    summary:
      "Raise a dispute of a merchant's successful transaction, with images; a transaction has one open dispute at most",
    body: z.strictObject({
      merchantId: id('merchant'),
      customer: text(200, 'Customer is required'),
      amount: writtenAmount,
      category: requiredChoice(disputeCategories, 'select Category', schemeCategories),
      transactionCategory: requiredChoice(disputedCategories, 'Select Category'),
      description: paragraph(2000, 'Description is required'),
      transactionType: requiredChoice(transactionTypes, 'Transaction type is required'),
      transactionReference: text(100, 'Transaction reference is required'),
    }),
    files,
    reply: z.object({ disputeId: maybe }),
  }),
  changeStatus: call({
    method: 'PATCH',
    path: '/dispute/status',
    permission: 'disputes.decide',
    effect: 'write',
    added: ['amount'],
    summary: 'Change the status of a dispute; starting the review holds the money, resolving it refunds the money',
    body: z
      .strictObject({
        ...disputeId,
        status: requiredChoice(disputeStatuses, 'Status is required', schemeStatuses),
        /** Required by the final statuses. */
        reason: paragraph(500).optional(),
        /** For RESOLVED: an amount below the disputed one, such as all that could be held. */
        amount: nairaAmount.optional(),
      })
      .refine(({ status, reason }) => !isEnd(status) || Boolean(reason), {
        message: 'Reason is required',
        path: ['reason'],
      })
      .refine(({ status, amount }) => status === 'RESOLVED' || amount === undefined, {
        message: 'An amount is allowed only when a dispute is resolved',
        path: ['amount'],
      }),
    reply: z.object({
      status: maybe,
      held: nairaReply.nullish(),
      shortfall: nairaReply.nullish(),
      refundId: maybe,
    }),
  }),
  changeConversation: call({
    method: 'PATCH',
    path: '/dispute/conversation/status',
    permission: 'disputes.write',
    effect: 'write',
    summary: 'Open or close the conversation of a dispute for both sides',
    body: z.strictObject({ ...disputeId, status: z.enum(conversationStates, 'Status is required') }),
    reply: z.object({ status: maybe }),
  }),
  activities: call({
    method: 'GET',
    path: '/dispute/activities',
    permission: 'disputes.read',
    effect: 'read',
    summary: 'List the activities of a dispute, newest first',
    query: z.object({ ...paging, ...disputeId, ...days }),
    reply: z.object({ totalRecords: totalRecords.optional(), activities: z.array(disputeActivity) }),
  }),
  conversation: call({
    method: 'GET',
    path: '/dispute/conversation',
    permission: 'disputes.read',
    effect: 'read',
    summary: 'List the messages of a dispute between staff and the merchant, newest first',
    query: z.object({ ...wholePaging, ...disputeId, ...days }),
    reply: z.object({ totalRecords: totalRecords.optional(), conversation: z.array(message) }),
  }),
  sendMessage: call({
    method: 'POST',
    path: '/dispute/conversation',
    permission: 'disputes.write',
    effect: 'write',
    summary: 'Send the merchant a message about a dispute, with images',
    body: z.strictObject({ ...disputeId, ...messageText }),
    files,
    reply: z.object({ messageId: maybe }),
  }),
}
