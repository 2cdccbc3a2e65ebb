import { z } from 'zod'
import { call } from './kit/call.ts'
import { id } from './kit/id.ts'
import { hasTwoDecimals } from './kit/naira.ts'
import { paging, totalRecords } from './kit/page.ts'

export const feeTypes = ['COMPOSITE', 'PERCENTAGE', 'NOMINAL'] as const

const maxNaira = 100_000_000

/** Naira from 0 to 100 million, at most two decimals. */
const fee = z
  .number('field is required')
  .min(0, 'Must not be below 0')
  .max(maxNaira, 'Is too large')
  .refine(hasTwoDecimals, 'Use at most two decimals')

/** Percent, 0 to 100, at most two decimals. */
const percentage = z
  .number('field is required')
  .min(0, 'Must not be below 0')
  .max(100, 'Must not be above 100')
  .refine(hasTwoDecimals, 'Use at most two decimals')

/** COMPOSITE = min(cap, amount × percentage / 100 + nominal), cap 0 = no cap; the other two types use only their own field. */
const accountFee = z.strictObject(
  {
    type: z.enum(feeTypes, 'field is required'),
    percentage: percentage.default(0),
    cap: fee.default(0),
    nominal: fee.default(0),
  },
  'field is required',
)

export type AccountFee = z.output<typeof accountFee>

/** Charge groups and their fields, in naira unless named a percentage. */
export const chargeGroups = {
  transfers: z.strictObject({ below5001: fee, below50001: fee, above50000: fee, walletToWalletCharge: fee }),
  kyc: z.strictObject({ bvnLookup: fee, nameDobMatch: fee, nameMatch: fee, persona: fee }),
  staticAccounts: z.strictObject({ accountCreation: fee, maintenance: fee, inflows: accountFee }),
  virtualAccounts: accountFee,
  subaccount: z.strictObject({ transferCharge: fee }),
  childAccount: z.strictObject({ transferCharge: fee }),
}

export const chargeNames = [
  'transfers',
  'kyc',
  'staticAccounts',
  'virtualAccounts',
  'subaccount',
  'childAccount',
] as const satisfies readonly (keyof typeof chargeGroups)[]

export type ChargeName = (typeof chargeNames)[number]

/** Reply schema: ignores fields that another server adds to a group. */
const allCharges = z.object({
  transfers: z.object(chargeGroups.transfers.shape),
  kyc: z.object(chargeGroups.kyc.shape),
  staticAccounts: z.object({ ...chargeGroups.staticAccounts.shape, inflows: z.object(accountFee.shape) }),
  virtualAccounts: z.object(accountFee.shape),
  subaccount: z.object(chargeGroups.subaccount.shape),
  childAccount: z.object(chargeGroups.childAccount.shape),
})

export type Charges = z.output<typeof allCharges>

/** Change of one charge group, with its values before and after. */
const chargeChange = z.object({
  id: z.string(),
  changedAt: z.string(),
  changedBy: z.string(),
  before: allCharges.partial(),
  after: allCharges.partial(),
})

export type ChargeChange = z.output<typeof chargeChange>

const merchantId = { merchantId: id('merchant') }

export const charges = {
  get: call({
    method: 'GET',
    path: '/merchant/charges',
    permission: 'charges.read',
    effect: 'read',
    summary: "Get a merchant's charges for each kind of event",
    query: z.object(merchantId),
    reply: z.object({ charges: allCharges }),
  }),
  history: call({
    method: 'GET',
    path: '/merchant/charges/history',
    permission: 'charges.read',
    effect: 'read',
    addition: true,
    summary: "List the changes of a merchant's charges, newest first",
    query: z.object({ ...paging, ...merchantId }),
    reply: z.object({ totalRecords, changes: z.array(chargeChange) }),
  }),
  update: call({
    method: 'PATCH',
    path: '/merchant/charges',
    permission: 'charges.write',
    effect: 'write',
    added: ['expected'],
    summary:
      'Change one charge group of a merchant; `data` has all fields of the group, `expected` those on which the change is based',
    // The handler validates both against the group in `type`, so that an error names its field.
    body: z.strictObject({
      ...merchantId,
      type: z.enum(chargeNames, 'Unknown charge group'),
      data: z.record(z.string(), z.unknown()),
      expected: z.record(z.string(), z.unknown()).optional(),
    }),
    reply: z.object({}),
  }),
}
