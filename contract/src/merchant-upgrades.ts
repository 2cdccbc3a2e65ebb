import { z } from 'zod'
import { call } from './kit/call.ts'
import { choice } from './kit/choice.ts'
import { id } from './kit/id.ts'
import { byAge, paging, totalRecords } from './kit/page.ts'
import { personal, personalDocuments } from './kit/personal.ts'
import { paragraph } from './kit/text.ts'

export const upgradeStatuses = ['PENDING', 'IN-REVIEW', 'APPROVED', 'DECLINED'] as const

const upgradeId = id('upgrade request')
const done = z.object({})

const maybe = z.string().nullish()

const upgradeRow = z.object({
  id: z.string(),
  createdAt: maybe,
  status: z.string(),
  merchant: z.object({ id: maybe, businessName: maybe, email: personal('email') }).nullish(),
  currentType: maybe,
  requestedType: maybe,
})

export type MerchantUpgradeRow = z.infer<typeof upgradeRow>

const upgrade = upgradeRow.extend({
  registrationNumber: maybe,
  documents: personalDocuments(),
  decision: z.object({ staffName: z.string(), decidedAt: z.string(), reason: z.string().nullable() }).nullish(),
})

export type MerchantUpgrade = z.infer<typeof upgrade>

export const merchantUpgrades = {
  list: call({
    method: 'GET',
    path: '/admin/merchant/upgrades',
    permission: 'merchants.read',
    effect: 'read',
    added: ['state', 'sort'],
    summary: 'List upgrade requests of unregistered businesses, newest first or in the order of `sort`',
    query: z.object({
      ...paging,
      status: choice(upgradeStatuses),
      /** OPEN: PENDING or IN-REVIEW. */
      state: choice(['OPEN']),
      sort: choice(byAge),
    }),
    reply: z.object({ totalRecords, upgrades: z.array(upgradeRow) }),
  }),
  details: call({
    method: 'GET',
    path: '/admin/merchant/upgrade/details',
    permission: 'merchants.read',
    effect: 'read',
    summary: 'Get an upgrade request with its documents',
    query: z.object({ upgradeRequestId: upgradeId }),
    reply: z.object({ upgrade }),
  }),
  approve: call({
    method: 'POST',
    path: '/admin/merchant/upgrade/approve',
    permission: 'merchants.decide',
    effect: 'write',
    added: ['reason'],
    summary:
      'Approve an upgrade request; the business becomes registered, and the merchant is notified without the reason',
    body: z.strictObject({ upgradeId, reason: paragraph(500).optional() }),
    reply: done,
  }),
  decline: call({
    method: 'POST',
    path: '/admin/merchant/upgrade/decline',
    permission: 'merchants.decide',
    effect: 'write',
    summary: 'Decline an upgrade request; the merchant is notified with the reason',
    body: z.strictObject({ upgradeId, reason: paragraph(500, 'Reason is required') }),
    reply: done,
  }),
}
