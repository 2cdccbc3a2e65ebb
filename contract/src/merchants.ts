import { z } from 'zod'
import { call } from './kit/call.ts'
import { choice } from './kit/choice.ts'
import { id } from './kit/id.ts'
import { nairaReply } from './kit/naira.ts'
import { byAge, totalRecords, wholePaging } from './kit/page.ts'
import { personal, personalDocuments } from './kit/personal.ts'
import { paragraph, searchText } from './kit/text.ts'

export const kycStatuses = ['NOT_SUBMITTED', 'SUBMITTED', 'PROCESSING', 'ACCEPTED', 'REJECTED'] as const

/** Flags that `PATCH /merchant/configuration` changes, one per call. */
export const merchantFlags = [
  'isRefundEnabled',
  'autoInstantSettlement',
  'autoSettlement',
  'isConsentFormApproved',
  'isAgencyNetworkConsentFormApproved',
  'enableSameBVNOrPhoneNumberForWalletCreation',
] as const

export type MerchantFlag = (typeof merchantFlags)[number]

const merchantId = { merchantId: id('merchant') }
const requiredReason = paragraph(500, 'Reason is required')
const done = z.object({})
const maybe = z.string().nullish()

const review = z.object({ staffName: z.string(), startedAt: z.string() })

/** `INACTIVE` merchants start no payouts, bill payments, card purchases or settlements. */
export const merchantStatuses = ['ACTIVE', 'INACTIVE'] as const

const merchantRow = z.object({
  id: z.string(),
  createdAt: z.string(),
  prefix: maybe,
  businessName: z.string(),
  email: personal('email'),
  /** Missing in replies to pickers. */
  totalWallets: z.number().int().optional(),
  verified: z.string(),
  status: z.string(),
  /** Whether a freeze of it, its holder or its merchant is in force. */
  isFrozen: z.boolean().nullish(),
  /** Reviewer and start of the review. */
  review: review.nullish(),
})

export type MerchantRow = z.infer<typeof merchantRow>

const merchant = z.object({
  id: z.string(),
  logo: maybe,
  businessName: z.string(),
  status: z.string(),
  /** Whether a freeze of it, its holder or its merchant is in force. */
  isFrozen: z.boolean().nullish(),
  phoneNumber: personal('number'),
  /** The merchant's main wallet; missing until its KYC is approved. */
  wallet: z
    .object({
      accountNumber: maybe,
      accountName: maybe,
      bankName: maybe,
      availableBalance: nairaReply,
      bookedBalance: nairaReply,
    })
    .nullish(),
  isRefundEnabled: z.boolean(),
  autoInstantSettlement: z.boolean(),
  autoSettlement: z.boolean(),
  isConsentFormApproved: z.boolean(),
  isAgencyNetworkConsentFormApproved: z.boolean(),
  enableSameBVNOrPhoneNumberForWalletCreation: z.boolean(),
  isCardEnabled: z.boolean(),
  owner: z.object({ firstName: maybe, lastName: maybe, email: personal('email') }).nullish(),
  ownerDetails: z
    .object({
      dateOfBirth: personal('date'),
      identityDocument: personal('document'),
      identityType: maybe,
      identityNumber: personal('number'),
    })
    .nullish(),
  bvn: maybe,
  kycCompletedFields: z.array(z.string()).nullish(),
  registrationNumber: maybe,
  address: personal('text'),
  businessType: maybe,
  businessCategory: maybe,
  city: maybe,
  country: maybe,
  cacDocuments: personalDocuments(),
  consentForm: maybe,
  merchantEnabledServices: z.array(z.object({ id: z.string(), name: z.string() })).nullish(),
  createdAt: z.string().optional(),
  prefix: maybe,
  /** Partner that referred the merchant. */
  partner: z.object({ id: z.string(), name: z.string() }).nullish(),
  verified: z.string().optional(),
  /** Reviewer and start of the review (`POST /merchant/acquire`). */
  review: review.nullish(),
  /** Latest KYC decision. */
  decision: z
    .object({
      staffName: z.string(),
      decidedAt: z.string(),
      reason: z.string().nullable(),
      /** What was on record at that time; missing for decisions that were stored without it. */
      evidence: z.array(z.object({ item: z.string(), value: z.string() })).nullish(),
    })
    .nullish(),
  /** Latest change of the status by an operator; missing if a KYC decision changed it later. */
  statusChange: z
    .object({ staffName: z.string(), changedAt: z.string(), status: z.enum(merchantStatuses), reason: z.string() })
    .nullish(),
})

export type Merchant = z.infer<typeof merchant>

const bvnInfo = z.object({
  bvn: maybe,
  dateOfBirth: personal('date'),
  firstName: maybe,
  lastName: maybe,
  middleName: maybe,
  registrationDate: maybe,
  /** Another server sends YES or NO. */
  watchListed: z.union([z.boolean(), z.string()]).nullish(),
})

const director = z.object({
  id: z.string(),
  firstName: maybe,
  lastName: maybe,
  bvn: maybe,
  dateOfBirth: personal('date'),
  /** URL of an image or PDF of the identity document. */
  identity: personal('document'),
})

export type Director = z.infer<typeof director>

export const merchants = {
  list: call({
    method: 'GET',
    path: '/merchant',
    permission: 'merchants.read',
    effect: 'read',
    summary:
      'List merchants, newest first or in the order of `sort`; in a search, names that begin with the text come first. With status ACCEPTED, a size from 1,000,000 returns up to 20,000, for pickers',
    added: ['sort', 'verification'],
    query: z.object({
      ...wholePaging,
      verified: choice(kycStatuses),
      /** VERIFIED: ACCEPTED; NON_VERIFIED: any other status. */
      verification: choice(['VERIFIED', 'NON_VERIFIED']),
      search: searchText(),
      sort: choice(byAge),
    }),
    reply: z.object({
      totalRecords,
      totalVerifiedMerchants: z.number().int(),
      totalNonVerifiedMerchants: z.number().int(),
      merchants: z.array(merchantRow),
    }),
  }),
  info: call({
    method: 'GET',
    path: '/merchant/info',
    permission: 'merchants.read',
    effect: 'read',
    summary: 'Get a merchant; personal numbers are masked',
    query: z.object(merchantId),
    reply: z.object({ merchant }),
  }),
  directors: call({
    method: 'GET',
    path: '/admin/merchant/directors',
    permission: 'merchants.read',
    effect: 'read',
    summary: "List the directors of a merchant's company",
    query: z.object(merchantId),
    reply: z.object({ directors: z.array(director) }),
  }),
  settlementAccount: call({
    method: 'GET',
    path: '/admin/merchant/settlement-account',
    permission: 'merchants.read',
    effect: 'read',
    summary: "Get the bank account that receives a merchant's settlements",
    query: z.object(merchantId),
    reply: z.object({
      settlementAccount: z.object({ bankName: maybe, accountNumber: maybe, accountName: maybe }).nullish(),
    }),
  }),
  bvn: call({
    method: 'GET',
    path: '/merchant/bvn',
    permission: 'merchants.read',
    effect: 'read',
    summary: "Get the owner's BVN, masked",
    query: z.object(merchantId),
    reply: z.object({ bvn: maybe }),
  }),
  bvnInfo: call({
    method: 'GET',
    path: '/merchant/bvn/info',
    permission: 'merchants.read',
    effect: 'read',
    summary: "Get the BVN register's record of the owner; the number is masked",
    query: z.object(merchantId),
    reply: z.object({ bvnInfo: bvnInfo.nullish() }),
  }),
  approve: call({
    method: 'POST',
    path: '/merchant/approve',
    permission: 'merchants.decide',
    effect: 'write',
    summary:
      "Approve a merchant's KYC; the merchant becomes active, its wallet is opened, and it is notified without the reason",
    body: z.strictObject({ ...merchantId, reason: paragraph(500).optional() }),
    reply: done,
  }),
  decline: call({
    method: 'POST',
    path: '/merchant/kyc/decline',
    permission: 'merchants.decide',
    effect: 'write',
    summary: "Decline a merchant's KYC; the merchant is notified with the reason",
    body: z.strictObject({ ...merchantId, reason: requiredReason }),
    reply: done,
  }),
  changeStatus: call({
    method: 'POST',
    path: '/admin/merchant/status',
    permission: 'merchants.write',
    effect: 'write',
    addition: true,
    summary: 'Set a merchant active or inactive; only a merchant with an accepted KYC can be active',
    body: z.strictObject({
      ...merchantId,
      status: z.enum(merchantStatuses, 'Unknown status'),
      reason: requiredReason,
    }),
    reply: done,
  }),
  startReview: call({
    method: 'POST',
    path: '/merchant/acquire',
    permission: 'merchants.decide',
    effect: 'write',
    summary: "Start the review of a submitted KYC under the operator's name",
    body: z.strictObject(merchantId),
    reply: done,
  }),
  configure: call({
    method: 'PATCH',
    path: '/merchant/configuration',
    permission: 'merchants.write',
    effect: 'write',
    added: ['reason'],
    summary: "Change one flag of a merchant's configuration, with an optional reason",
    // Loose, so that the handler can name an unknown flag; it rejects every field that is not a flag.
    body: z.looseObject({
      ...merchantId,
      ...(Object.fromEntries(merchantFlags.map((flag) => [flag, z.boolean().optional()])) as Record<
        MerchantFlag,
        z.ZodOptional<z.ZodBoolean>
      >),
      reason: paragraph(500).optional(),
    }),
    reply: done,
  }),
  configurationChanges: call({
    method: 'GET',
    path: '/admin/merchant/configuration/changes',
    permission: 'merchants.read',
    effect: 'read',
    addition: true,
    summary: 'Get the last change of each flag of a merchant: by whom, when, from what value and why',
    query: z.object(merchantId),
    reply: z.object({
      changes: z.array(
        z.object({
          flag: z.string(),
          before: z.boolean(),
          after: z.boolean(),
          at: z.string(),
          staffName: z.string(),
          reason: z.string().nullish(),
        }),
      ),
    }),
  }),
}
