import { z } from 'zod'
import { call } from './kit/call.ts'
import { choice } from './kit/choice.ts'
import { id } from './kit/id.ts'
import { nairaReply } from './kit/naira.ts'
import { paging, totalRecords } from './kit/page.ts'
import { paragraph, searchText } from './kit/text.ts'

export const kycStatuses = ['NOT_SUBMITTED', 'SUBMITTED', 'PROCESSING', 'ACCEPTED', 'REJECTED'] as const

/** The switches of a merchant that `PATCH /merchant/configuration` changes, one a call. */
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

const merchantRow = z.object({
  id: z.string(),
  createdAt: z.string(),
  prefix: z.string().nullish(),
  businessName: z.string(),
  email: z.string(),
  totalWallets: z.number().int(),
  verified: z.string(),
  status: z.string(),
})

export type MerchantRow = z.infer<typeof merchantRow>

const merchant = z.object({
  id: z.string(),
  logo: z.string().nullish(),
  businessName: z.string(),
  status: z.string(),
  phoneNumber: z.string().nullish(),
  /** The merchant's main wallet; there is none before its KYC is approved. */
  wallet: z
    .object({
      accountNumber: z.string(),
      accountName: z.string(),
      bankName: z.string(),
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
  owner: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }).nullish(),
  ownerDetails: z
    .object({
      dateOfBirth: z.string().nullish(),
      identityDocument: z.string().nullish(),
      identityType: z.string().nullish(),
      identityNumber: z.string().nullish(),
    })
    .nullish(),
  bvn: z.string().nullish(),
  kycCompletedFields: z.array(z.string()),
  registrationNumber: z.string().nullish(),
  address: z.string().nullish(),
  businessType: z.string().nullish(),
  businessCategory: z.string().nullish(),
  city: z.string().nullish(),
  country: z.string().nullish(),
  cacDocuments: z.array(z.string()),
  consentForm: z.string().nullish(),
  merchantEnabledServices: z.array(z.object({ id: z.string(), name: z.string() })),
  createdAt: z.string().optional(),
  prefix: z.string().nullish(),
  verified: z.string().optional(),
  /** Who took the review (`POST /merchant/acquire`), and when. */
  review: z.object({ staffName: z.string(), startedAt: z.string() }).nullish(),
  /** Who approved or declined the KYC last, when and why. */
  decision: z.object({ staffName: z.string(), decidedAt: z.string(), reason: z.string().nullable() }).nullish(),
})

export type Merchant = z.infer<typeof merchant>

const bvnInfo = z.object({
  bvn: z.string(),
  dateOfBirth: z.string().nullish(),
  firstName: z.string().nullish(),
  lastName: z.string().nullish(),
  middleName: z.string().nullish(),
  registrationDate: z.string().nullish(),
  watchListed: z.boolean().nullish(),
})

const director = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  bvn: z.string().nullish(),
  dateOfBirth: z.string().nullish(),
  /** Address of an image or PDF of the identity document. */
  identity: z.string().nullish(),
})

export type Director = z.infer<typeof director>

export const merchants = {
  list: call({
    method: 'GET',
    path: '/merchant',
    permission: 'merchants.read',
    effect: 'read',
    summary: 'Merchants, newest first; with a search the names that begin with it come first',
    query: z.object({ ...paging, verified: choice(kycStatuses), search: searchText() }),
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
    summary: 'All that is known of a merchant; personal numbers masked',
    query: z.object(merchantId),
    reply: z.object({ merchant }),
  }),
  directors: call({
    method: 'GET',
    path: '/admin/merchant/directors',
    permission: 'merchants.read',
    effect: 'read',
    summary: "The directors of a merchant's company",
    query: z.object(merchantId),
    reply: z.object({ directors: z.array(director) }),
  }),
  settlementAccount: call({
    method: 'GET',
    path: '/admin/merchant/settlement-account',
    permission: 'merchants.read',
    effect: 'read',
    summary: "The bank account that a merchant's settlements go to",
    query: z.object(merchantId),
    reply: z.object({
      settlementAccount: z
        .object({ bankName: z.string(), accountNumber: z.string(), accountName: z.string() })
        .nullable(),
    }),
  }),
  bvn: call({
    method: 'GET',
    path: '/merchant/bvn',
    permission: 'merchants.read',
    effect: 'read',
    summary: "The owner's BVN, masked",
    query: z.object(merchantId),
    reply: z.object({ bvn: z.string().nullable() }),
  }),
  bvnInfo: call({
    method: 'GET',
    path: '/merchant/bvn/info',
    permission: 'merchants.read',
    effect: 'read',
    summary: "The register's record of the owner's BVN, the number masked",
    query: z.object(merchantId),
    reply: z.object({ bvnInfo: bvnInfo.nullable() }),
  }),
  approve: call({
    method: 'POST',
    path: '/merchant/approve',
    permission: 'merchants.write',
    effect: 'write',
    summary: "Approve a merchant's KYC: it becomes active and its wallet is opened",
    body: z.strictObject({ ...merchantId, reason: paragraph(500).optional() }),
    reply: done,
  }),
  decline: call({
    method: 'POST',
    path: '/merchant/kyc/decline',
    permission: 'merchants.write',
    effect: 'write',
    summary: "Decline a merchant's KYC",
    body: z.strictObject({ ...merchantId, reason: requiredReason }),
    reply: done,
  }),
  startReview: call({
    method: 'POST',
    path: '/merchant/acquire',
    permission: 'merchants.write',
    effect: 'write',
    summary: "Start the review of a submitted KYC, noted with the operator's name",
    body: z.strictObject(merchantId),
    reply: done,
  }),
  configure: call({
    method: 'PATCH',
    path: '/merchant/configuration',
    permission: 'merchants.write',
    effect: 'write',
    summary: 'Change one switch of a merchant',
    // Loose, so that the handler can name an unknown switch; it refuses every field that is not one.
    body: z.looseObject({
      ...merchantId,
      ...(Object.fromEntries(merchantFlags.map((flag) => [flag, z.boolean().optional()])) as Record<
        MerchantFlag,
        z.ZodOptional<z.ZodBoolean>
      >),
    }),
    reply: done,
  }),
}
