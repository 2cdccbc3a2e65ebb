import { z } from 'zod'
import { call } from './kit/call.ts'
import { choice } from './kit/choice.ts'
import { filterId, id } from './kit/id.ts'
import { nairaReply } from './kit/naira.ts'
import { byAge, paging, totalRecords } from './kit/page.ts'
import { paragraph } from './kit/text.ts'

export const walletUpgradeStatuses = ['COMPLETED', 'REJECTED', 'PENDING'] as const
export const walletUpgradeCategories = ['ACTIVATION', 'UPGRADE'] as const

const requestId = { requestId: id('request') }

const walletUpgradeRow = z.object({
  id: z.string(),
  createdAt: z.string(),
  status: z.string(),
  wallet: z.object({ id: z.string(), accountName: z.string(), tier: z.number().int() }),
  merchant: z.object({ businessName: z.string().nullish() }).nullish(),
  requestedTier: z.number().int().nullish(),
  /** Daily debit and balance limits of that tier; a null balance has no limit. */
  requestedLimits: z.object({ dailyDebit: nairaReply, balance: nairaReply.nullable() }).nullish(),
  category: z.string().nullish(),
  /** Blocker of approval. */
  hindrance: z.string().nullish(),
  /** Operator, time, and the reason for a rejection. */
  decision: z.object({ staffName: z.string(), decidedAt: z.string(), reason: z.string().nullable() }).nullish(),
})

export type WalletUpgradeRow = z.infer<typeof walletUpgradeRow>

export const walletUpgrades = {
  list: call({
    method: 'GET',
    path: '/admin/upgrade/list',
    permission: 'wallets.read',
    effect: 'read',
    summary: 'List requests for tier upgrades, newest first or in the order of `sort`',
    added: ['sort'],
    query: z.object({
      ...paging,
      status: choice(walletUpgradeStatuses),
      category: choice(walletUpgradeCategories),
      walletId: filterId('wallet'),
      merchantId: filterId('merchant'),
      sort: choice(byAge),
    }),
    reply: z.object({ totalRecords, upgrades: z.array(walletUpgradeRow) }),
  }),
  approve: call({
    method: 'POST',
    path: '/admin/upgrade/approve',
    permission: 'wallets.decide',
    effect: 'write',
    summary: "Approve a tier upgrade; the wallet's tier and limits rise, and the merchant is notified",
    body: z.strictObject(requestId),
    reply: z.object({}),
  }),
  reject: call({
    method: 'POST',
    path: '/admin/upgrade/reject',
    permission: 'wallets.decide',
    effect: 'write',
    summary: 'Reject a tier upgrade; the merchant is notified with the reason',
    body: z.strictObject({ ...requestId, reason: paragraph(500, 'Reason is required') }),
    reply: z.object({}),
  }),
}
