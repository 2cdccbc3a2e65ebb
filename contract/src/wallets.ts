import { z } from 'zod'
import { call } from './kit/call.ts'
import { choice } from './kit/choice.ts'
import { filterId, id } from './kit/id.ts'
import { nairaReply } from './kit/naira.ts'
import { paging, totalRecords } from './kit/page.ts'
import { personal } from './kit/personal.ts'
import { paragraph, searchText } from './kit/text.ts'

export const walletStatuses = ['ACTIVE', 'INACTIVE', 'PENDING'] as const
export const walletTiers = ['1', '2', '3'] as const

/** Personal numbers of a wallet's holder that can be revealed, one at a time, with a reason. */
export const revealable = ['bvn', 'nin'] as const

const walletId = { walletId: id('wallet') }
const maybe = z.string().nullish()

const walletRow = z.object({
  id: z.string(),
  createdAt: z.string(),
  accountName: z.string(),
  accountNumber: maybe,
  bankName: maybe,
  tier: z.number().int(),
  status: z.string(),
  /** Whether a freeze of it, its holder or its merchant is in force. */
  isFrozen: z.boolean().nullish(),
  merchant: z.object({ id: maybe, businessName: maybe }).nullish(),
})

export type WalletRow = z.infer<typeof walletRow>

const wallet = walletRow.extend({
  availableBalance: nairaReply,
  bookedBalance: nairaReply,
  email: personal('email'),
  phoneNumber: personal('number'),
  dateOfBirth: personal('date'),
  /** Masked; `reveal` returns them in clear. */
  bvn: maybe,
  nin: maybe,
  address: personal('text'),
  city: maybe,
  state: maybe,
  /** Whether debits are rejected until the tier's personal numbers are on record. */
  postNoDebit: z.boolean().optional(),
  limits: z
    .object({
      /** Daily debit limit of the wallet and its child accounts in Lagos days, and the amount debited or held today. */
      dailyDebit: nairaReply,
      debitedToday: nairaReply,
      /** Limit of their total balance, null if unlimited, and the balance itself. */
      balance: nairaReply.nullable(),
      held: nairaReply.optional(),
    })
    .nullish(),
})

export type Wallet = z.infer<typeof wallet>

export const wallets = {
  list: call({
    method: 'GET',
    path: '/admin/wallets',
    permission: 'wallets.read',
    effect: 'read',
    summary: "List customers' wallets, newest first, with the number of transactions of all wallets",
    query: z.object({
      ...paging,
      walletId: filterId('wallet'),
      merchantId: filterId('merchant'),
      status: choice(walletStatuses),
      tier: choice(walletTiers),
      accountNumber: searchText(20),
    }),
    reply: z.object({ totalRecords, totalTransactions: z.number().int(), wallets: z.array(walletRow) }),
  }),
  info: call({
    method: 'GET',
    path: '/admin/wallet/info',
    permission: 'wallets.read',
    effect: 'read',
    summary: 'Get a wallet; personal numbers are masked',
    query: z.object(walletId),
    reply: z.object({ wallet }),
  }),
  enable: call({
    method: 'POST',
    path: '/admin/wallet/enable',
    permission: 'wallets.write',
    effect: 'write',
    summary: 'Enable a wallet',
    body: z.strictObject(walletId),
    reply: z.object({}),
  }),
  disable: call({
    method: 'POST',
    path: '/admin/wallet/disable',
    permission: 'wallets.write',
    effect: 'write',
    summary: 'Disable a wallet; it rejects every debit until it is enabled',
    body: z.strictObject(walletId),
    reply: z.object({}),
  }),
  reveal: call({
    method: 'POST',
    path: '/admin/wallet/reveal',
    permission: 'people.reveal',
    effect: 'write',
    addition: true,
    summary: 'Reveal one personal number; the operator and the reason are recorded first',
    body: z.strictObject({
      ...walletId,
      field: z.enum(revealable, 'Unknown number'),
      reason: paragraph(500, 'Reason is required'),
    }),
    reply: z.object({ value: z.string().nullable() }),
  }),
}
