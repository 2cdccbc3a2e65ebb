import { contract } from '@kobo/contract'
import type { DisputeActivity, DisputeDetails, DisputeMessage } from '@kobo/contract/disputes'
import { HttpResponse, type HttpHandler, http } from 'msw'
import { answer } from './answer.ts'

/** Creates a dispute under review whose amount is fully held. Tests set only the fields under test. */
export function aDispute(overrides: Partial<DisputeDetails> = {}): DisputeDetails {
  return {
    id: 'dispute-1',
    createdAt: '2026-11-20T13:32:00.000Z',
    merchant: { id: 'merchant-1', businessName: 'Danfo Express Logistics' },
    customer: 'Hadiza Bello',
    amount: 8_000,
    dueDate: '2126-11-23T13:32:00.000Z',
    isOverdue: false,
    status: 'IN_PROGRESS',
    category: 'CHARGEBACK',
    transactionType: 'CREDIT',
    transactionCategory: 'BANK_FUNDING',
    transactionReference: 'COL-000013261120143205118830274615',
    enableConversation: 'ENABLED',
    description: 'The crates never arrived',
    attachments: ['/api/files/1/receipt.png?signature=a', '/api/files/2/chat.png?signature=b'],
    createdBy: 'Ada Obi',
    transactionId: 'txn_1',
    transactionAmount: 60_000,
    held: 8_000,
    shortfall: 0,
    refund: null,
    alert: null,
    ...overrides,
  }
}

/** State of the test server's dispute, which tests change while the console is open. */
export interface DisputeWorld {
  dispute: DisputeDetails
  messages: DisputeMessage[]
  activities: DisputeActivity[]
  /** Requests received, and bodies sent, in order. */
  asked: { path: string; query: string; background: boolean }[]
  sent: unknown[]
}

/** A server with one dispute and its calls. */
export function disputeServer(overrides: Partial<DisputeDetails> = {}): {
  world: DisputeWorld
  handlers: HttpHandler[]
} {
  const world: DisputeWorld = {
    dispute: aDispute(overrides),
    messages: [
      {
        id: 'message-2',
        createdAt: '2026-11-21T09:00:00.000Z',
        subject: 'Proof',
        message: 'The driver has a signature',
        attachments: ['/api/files/3/signature.png?signature=c'],
        user: { role: 'MERCHANT', name: 'Danfo Express Logistics' },
      },
      {
        id: 'message-1',
        createdAt: '2026-11-20T14:00:00.000Z',
        subject: 'A payment is disputed',
        message: 'Kindly send the proof of delivery',
        attachments: [],
        user: { role: 'ADMIN', name: 'Ada Obi' },
      },
    ],
    activities: [
      {
        id: 'activity-2',
        createdAt: '2026-11-20T13:50:00.000Z',
        status: 'IN_PROGRESS',
        reason: 'The bank asks for it',
        user: { role: 'ADMIN', name: 'Ada Obi' },
      },
      { id: 'activity-1', createdAt: '2026-11-20T13:32:00.000Z', status: 'NEW', reason: null, user: null },
    ],
    asked: [],
    sent: [],
  }
  const { details, conversation, activities, changeStatus, changeConversation, sendMessage } = contract.disputes
  const record = (path: string, { query, headers }: { query: URLSearchParams; headers: Headers }) =>
    world.asked.push({ path, query: String(query), background: headers.get('x-background') === '1' })
  const handlers = [
    http.get('/api/files/*', () => HttpResponse.arrayBuffer(new ArrayBuffer(8), { headers: png })),
    answer(details, (request) => {
      record(details.path, request)
      return { dispute: world.dispute }
    }),
    // Messages are sent to the path from which they are read.
    answer(conversation, (request) => {
      record(conversation.path, request)
      return { totalRecords: world.messages.length, conversation: world.messages }
    }),
    answer(activities, (request) => {
      record(activities.path, request)
      return { totalRecords: world.activities.length, activities: world.activities }
    }),
    answer(
      changeStatus,
      ({ body }) => {
        world.sent.push(body)
        return {}
      },
      'The status was changed',
    ),
    answer(
      changeConversation,
      ({ body }) => {
        world.sent.push(body)
        const isEnabled = world.dispute.enableConversation === 'ENABLED'
        world.dispute = { ...world.dispute, enableConversation: isEnabled ? 'DISABLED' : 'ENABLED' }
        return {}
      },
      'The conversation was changed',
    ),
    answer(
      sendMessage,
      ({ body }) => {
        world.sent.push(body instanceof FormData ? [...body.entries()] : body)
        const id = `message-${world.messages.length + 1}`
        const sent = { id, createdAt: '2026-11-22T09:00:00.000Z', subject: 'New', message: 'Sent just now' }
        world.messages = [{ ...sent, user: { role: 'ADMIN', name: 'Adaeze Okonkwo' } }, ...world.messages]
        return { messageId: id }
      },
      'The message was sent',
    ),
  ]
  return { world, handlers }
}

const png = { 'content-type': 'image/png' }
