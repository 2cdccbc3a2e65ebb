import { z } from 'zod'
import { call } from './kit/call.ts'
import { choice } from './kit/choice.ts'
import { filterDay } from './kit/day.ts'
import { freezableKinds, freeze, freezeScopes } from './kit/freeze.ts'
import { filterId, id } from './kit/id.ts'
import { nairaReply } from './kit/naira.ts'
import { paging, totalRecords } from './kit/page.ts'
import { personal } from './kit/personal.ts'
import { paragraph, searchText } from './kit/text.ts'

export const freezeStatuses = ['IN_FORCE', 'ENDED'] as const

const write = { method: 'POST', permission: 'merchants.freeze', effect: 'write', addition: true } as const
const read = { method: 'GET', permission: 'merchants.read', effect: 'read', addition: true } as const
const maybe = z.string().nullish()
const reason = paragraph(500, 'Reason is required')

const freezing = {
  /** `ALL` stands for all but refunds. */
  scope: z
    .array(z.enum(['ALL', ...freezeScopes], 'Unknown scope'), 'Scope is required')
    .min(1, 'Scope is required')
    .max(freezeScopes.length + 1, 'Too many scopes'),
  reason,
  /** Instant at which the freeze ends by itself. */
  until: z.iso.datetime({ offset: true, error: 'The end must be an instant, such as 2026-11-26T18:00:00Z' }).optional(),
  /** Whether waiting and planned payments are cancelled instead of continuing afterwards. */
  cancelWaiting: z.boolean('cancelWaiting must be true or false').optional(),
}

/** A merchant, or one of its wallets, child accounts, stores or sub-accounts. */
const subject = { merchantId: id('merchant'), accountId: filterId('account to freeze') }
const accountId = id('account to freeze')
const sum = z.object({ count: z.number().int(), amount: nairaReply })
const reply = z.object({ freeze })

export const freezes = {
  freezeMerchant: call({
    ...write,
    path: '/admin/merchant/freeze',
    summary: 'Freeze a merchant, with a reason: all but refunds, or the named scopes; what was sent runs to completion',
    body: z.strictObject({ merchantId: id('merchant'), ...freezing }),
    reply,
  }),
  unfreezeMerchant: call({
    ...write,
    path: '/admin/merchant/unfreeze',
    summary: 'Lift the freeze of a merchant, with a reason; waiting payments continue within a minute',
    body: z.strictObject({ merchantId: id('merchant'), reason }),
    reply,
  }),
  freezeAccount: call({
    ...write,
    path: '/admin/account/freeze',
    summary: 'Freeze a wallet with its child accounts, a child account, a store or a sub-account, with a reason',
    body: z.strictObject({ accountId, ...freezing }),
    reply,
  }),
  unfreezeAccount: call({
    ...write,
    path: '/admin/account/unfreeze',
    summary: 'Lift the freeze of a wallet, child account, store or sub-account, with a reason',
    body: z.strictObject({ accountId, reason }),
    reply,
  }),
  impact: call({
    ...read,
    path: '/admin/freeze/impact',
    summary: 'Get what a freeze of a merchant or one of its accounts would affect, and whom it would notify',
    query: z.object(subject),
    reply: z.object({
      name: z.string(),
      businessName: z.string(),
      kind: z.string(),
      /** Email address of the merchant, which is notified. */
      email: personal('email'),
      hasWebhook: z.boolean(),
      balance: nairaReply,
      availableBalance: nairaReply,
      accounts: z.number().int(),
      /** Payouts and bills that are not sent yet. */
      waiting: sum,
      /** Payments that are sent, whose outcome is open. */
      sent: sum,
      scheduled: sum,
      recurring: sum,
      /** Items of batches in progress that are not submitted yet. */
      batchItems: sum,
      batches: z.number().int(),
      cards: z.number().int(),
      paymentLinks: z.number().int(),
      virtualAccounts: z.number().int(),
      refunds: sum,
      disputes: sum,
      /** Collections that are not settled yet. */
      unsettled: sum,
    }),
  }),
  moving: call({
    ...read,
    path: '/admin/freeze/moving',
    summary: 'List the payments of a merchant or one of its accounts that are sent and still open, oldest first',
    query: z.object({ ...paging, ...subject }),
    reply: z.object({
      totalRecords,
      amount: nairaReply,
      /** Payments that wait for the end of a freeze. */
      waiting: sum,
      payments: z.array(
        z.object({
          id: z.string(),
          createdAt: z.string(),
          /** When it was sent. */
          sentAt: maybe,
          category: maybe,
          reference: maybe,
          beneficiary: maybe,
          amount: nairaReply,
          status: z.string(),
        }),
      ),
    }),
  }),
  list: call({
    ...read,
    path: '/admin/freezes',
    summary: 'List freezes, newest first: all, those of a merchant and its accounts, or those that bind one account',
    query: z.object({
      ...paging,
      merchantId: filterId('merchant'),
      accountId: filterId('account to freeze'),
      status: choice(freezeStatuses),
      kind: choice(freezableKinds),
      /** Name of the merchant or holder, beginning of the account number, or words of the reason. */
      search: searchText(),
      startDate: filterDay,
      endDate: filterDay,
    }),
    reply: z.object({ totalRecords, freezes: z.array(freeze) }),
  }),
}
