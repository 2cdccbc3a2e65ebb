import { contract } from '@kobo/contract'
import type { Activity, PayoutLog, TransactionDetail } from '@kobo/contract/transaction-records'
import { type TransactionExplanation, transactionExplanation } from '@kobo/contract/transaction-explanation'
import type { HttpHandler } from 'msw'
import { answer } from './answer.ts'

/** Creates a payout as a server returns it. Tests set only the fields under test. */
export function aPayout(overrides: Partial<TransactionDetail> = {}): TransactionDetail & { id: string } {
  return {
    status: 'SUCCESS',
    createdAt: '2026-11-20T13:32:05.114Z',
    paidAt: '2026-11-20T13:32:06.418Z',
    description: 'Payout to OKAFOR CHIDI EMEKA',
    type: 'DEBIT',
    narration: 'Driver payout, week 46',
    amount: 60_000,
    charges: 103.75,
    chargeLines: { fee: 50, vat: 3.75, stampDuty: 50 },
    settledAmount: 60_000,
    reference: 'KBO-26112014320511-7Q2F',
    sessionId: '000023261120143205118830274615',
    category: 'BANK_TRANSFER',
    channelCode: 'NIP',
    walletType: 'MERCHANT',
    originatorAccountName: 'DANFO EXPRESS LOGISTICS',
    originatorAccountNumber: '9013345526',
    originatorBankName: 'Providus Bank',
    originatorBankCode: '000023',
    originatorBankVerificationNumber: '2212*******',
    beneficiaryAccountName: 'OKAFOR CHIDI EMEKA',
    beneficiaryAccountNumber: '0123456785',
    beneficiaryBankName: 'GTBank',
    beneficiaryBankCode: '000013',
    beneficiaryBankVerificationNumber: '22398765432',
    merchantId: 'merchant-1',
    merchantName: 'Danfo Express Logistics',
    responseCode: '00',
    alert: null,
    ...overrides,
    id: overrides.id ?? 'txn_1',
  }
}

const payoutSteps: Activity[] = [
  {
    id: 'step-1',
    completed: true,
    category: 'SESSION_INIT',
    description: 'Payout requested by Danfo Express Logistics',
    createdAt: '2026-11-20T13:32:05.114Z',
  },
  {
    id: 'step-2',
    completed: true,
    category: 'TRANSFER_SUCCESSFUL',
    description: 'Code 00, approved by the receiving bank',
    createdAt: '2026-11-20T13:32:06.418Z',
  },
]

export const payoutLogs: PayoutLog[] = [
  {
    id: 'log-2',
    createdAt: '2026-11-20T13:33:11.870Z',
    category: 'TRANSFER_WEBHOOK',
    responseCode: '502',
    response: 'Bad gateway',
    request: { type: 'transfer.successful', data: { reference: 'KBO-26112014320511-7Q2F' } },
  },
  {
    id: 'log-1',
    createdAt: '2026-11-20T13:32:06.040Z',
    category: 'FUND_SUCCESS',
    responseCode: '00',
    response: { responseCode: '00' },
    request: null,
  },
]

/** Creates the explanation of a successful payout. */
export function anExplanation(overrides: Partial<TransactionExplanation> = {}): TransactionExplanation {
  return {
    sentence: 'Paid: accepted by GTBank at 14:32:06; ₦60,103.75 was debited from Danfo Express Logistics',
    reply: 'Dear Danfo Express Logistics,\n\nIt was paid on 20 November 2026 at 14:32:06.',
    other: 'the switch',
    next: null,
    asked: 0,
    answers: [],
    holds: [],
    transfers: [],
    origin: null,
    ...overrides,
  }
}

/** State of the test server's payout, which tests change while the console is open. */
export interface PayoutWorld {
  payout: TransactionDetail
  steps: Activity[]
  story: TransactionExplanation
  logs: PayoutLog[]
  /** Requests received, and bodies sent, in order. */
  asked: { path: string; query: URLSearchParams; background: boolean }[]
  sent: { path: string; body: unknown }[]
}

/** A server with one payout and its calls. */
export function payoutServer(overrides: Partial<TransactionDetail> = {}): {
  world: PayoutWorld
  handlers: HttpHandler[]
} {
  const world: PayoutWorld = {
    payout: aPayout(overrides),
    steps: payoutSteps,
    story: anExplanation(),
    logs: payoutLogs,
    asked: [],
    sent: [],
  }
  const { info, overview, logs, requery, resendWebhook, markSuccess, markFailed } = contract.transactions
  const record = (path: string, { query, headers }: { query: URLSearchParams; headers: Headers }) =>
    world.asked.push({ path, query, background: headers.get('x-background') === '1' })
  const handlers = [
    answer(info, (request) => {
      record(info.path, request)
      return { transaction: world.payout }
    }),
    answer(overview, (request) => {
      record(overview.path, request)
      return { overview: world.steps }
    }),
    answer(transactionExplanation.tell, () => ({ story: world.story })),
    answer(logs, (request) => {
      record(logs.path, request)
      const size = Number(request.query.get('size'))
      const from = (Number(request.query.get('page')) - 1) * size
      return { totalRecords: world.logs.length, logs: world.logs.slice(from, from + size) }
    }),
    answer(
      requery,
      ({ body }) => {
        world.sent.push({ path: requery.path, body })
        return { status: world.payout.status, responseCode: '00' }
      },
      'The switch says: approved',
    ),
    answer(
      resendWebhook,
      ({ body }) => {
        world.sent.push({ path: resendWebhook.path, body })
        return {}
      },
      'The event is on its way to the merchant',
    ),
    answer(
      markSuccess,
      ({ body }) => {
        world.sent.push({ path: markSuccess.path, body })
        world.payout = { ...world.payout, status: 'SUCCESS' }
        return { status: 'SUCCESS' }
      },
      'Transaction marked as successful',
    ),
    answer(
      markFailed,
      ({ body }) => {
        world.sent.push({ path: markFailed.path, body })
        world.payout = { ...world.payout, status: 'FAILED' }
        return { status: 'FAILED' }
      },
      'Transaction marked as failed',
    ),
  ]
  return { world, handlers }
}
