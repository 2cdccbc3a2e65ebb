import { type AccountFee, type ChargeName, type Charges, chargeGroups, type feeTypes } from '@kobo/contract/charges'
import { accountFeeKobo, transferFeeKobo } from '@kobo/contract/kit/fee'
import { toKobo } from '@kobo/contract/kit/naira'
import type { z } from 'zod'

type FeeType = (typeof feeTypes)[number]

/** Flattened fields of a charge group as form values; an empty field is `''`. */
export type ChargeValues = Record<string, number | string>

/** Fields of a charge group as request data; an empty field is null. */
type ChargeData = Record<string, unknown>

export interface ChargeField {
  name: string
  label: string
  kind: 'naira' | 'percent' | 'fee type'
  /** Fee types that use the field; without it, all do. */
  when?: readonly FeeType[]
  hint?: string
}

export interface ChargeCard {
  name: ChargeName
  title: string
  fields: readonly ChargeField[]
  read: (charges: Charges) => ChargeValues
  /** Converts the flat fields to the nested shape of the request, if the group has one. */
  nest?: (data: ChargeData) => ChargeData
  /** Example of the resulting fee, for groups that depend on an amount. */
  example?: Example
}

export interface Example {
  label: string
  /** Returns null while a field is invalid. */
  feeKobo: (data: unknown, amountKobo: bigint) => bigint | null
  note?: string
}

/** Cards of the charges tab, one per charge group, in display order. */
export const chargeCards: readonly ChargeCard[] = [
  {
    name: 'transfers',
    title: 'Transfers (Payout)',
    fields: [
      { name: 'below5001', label: 'Below ₦5,001', kind: 'naira' },
      { name: 'below50001', label: '₦5,001 to ₦50,000', kind: 'naira' },
      { name: 'above50000', label: 'Above ₦50,000', kind: 'naira' },
      { name: 'walletToWalletCharge', label: 'Wallet to wallet', kind: 'naira' },
    ],
    read: ({ transfers }) => transfers,
    example: {
      label: 'Bank transfer of',
      feeKobo: feeOf(chargeGroups.transfers, (fees, amountKobo) =>
        transferFeeKobo(
          {
            below5001Kobo: toKobo(fees.below5001),
            below50001Kobo: toKobo(fees.below50001),
            above50000Kobo: toKobo(fees.above50000),
          },
          amountKobo,
        ),
      ),
      note: 'VAT and stamp duty are added where they apply.',
    },
  },
  {
    name: 'kyc',
    title: 'KYC',
    fields: [
      { name: 'bvnLookup', label: 'BVN lookup', kind: 'naira' },
      { name: 'nameDobMatch', label: 'Name and DOB match', kind: 'naira' },
      { name: 'nameMatch', label: 'Name match', kind: 'naira' },
      { name: 'persona', label: 'Persona', kind: 'naira' },
    ],
    read: ({ kyc }) => kyc,
  },
  {
    name: 'staticAccounts',
    title: 'Static Account',
    fields: [
      { name: 'accountCreation', label: 'Account creation', kind: 'naira' },
      { name: 'maintenance', label: 'Monthly maintenance', kind: 'naira' },
      { name: 'type', label: 'Inflow fee type', kind: 'fee type' },
      { name: 'percentage', label: 'Inflow percentage', kind: 'percent', when: ['COMPOSITE', 'PERCENTAGE'] },
      { name: 'cap', label: 'Inflow cap', kind: 'naira', when: ['COMPOSITE'], hint: '0 means no cap' },
      { name: 'nominal', label: 'Inflow nominal', kind: 'naira', when: ['COMPOSITE', 'NOMINAL'] },
    ],
    read: ({ staticAccounts: { inflows, ...rest } }) => ({ ...rest, ...inflows }),
    nest: ({ accountCreation, maintenance, ...inflows }) => ({ accountCreation, maintenance, inflows }),
    example: {
      label: 'Inflow of',
      feeKobo: feeOf(chargeGroups.staticAccounts, ({ inflows }, amountKobo) => accountFee(inflows, amountKobo)),
    },
  },
  {
    name: 'virtualAccounts',
    title: 'Virtual Account',
    fields: [
      { name: 'type', label: 'Fee type', kind: 'fee type' },
      { name: 'percentage', label: 'Percentage', kind: 'percent', when: ['COMPOSITE', 'PERCENTAGE'] },
      { name: 'cap', label: 'Cap', kind: 'naira', when: ['COMPOSITE'], hint: '0 means no cap' },
      { name: 'nominal', label: 'Nominal', kind: 'naira', when: ['COMPOSITE', 'NOMINAL'] },
    ],
    read: ({ virtualAccounts }) => virtualAccounts,
    example: { label: 'Inflow of', feeKobo: feeOf(chargeGroups.virtualAccounts, accountFee) },
  },
  transferCard('subaccount', 'Subaccount'),
  transferCard('childAccount', 'Child Wallet Transfer'),
]

function transferCard(name: 'subaccount' | 'childAccount', title: string): ChargeCard {
  return {
    name,
    title,
    fields: [{ name: 'transferCharge', label: 'Transfer charge', kind: 'naira' }],
    read: (charges) => charges[name],
    example: {
      label: 'Transfer of',
      feeKobo: feeOf(chargeGroups[name], ({ transferCharge }) => toKobo(transferCharge)),
    },
  }
}

function feeOf<S extends z.ZodType>(
  group: S,
  feeKobo: (charges: z.output<S>, amountKobo: bigint) => bigint,
): Example['feeKobo'] {
  return (data, amountKobo) => {
    const charges = group.safeParse(data)
    return charges.success ? feeKobo(charges.data, amountKobo) : null
  }
}

function accountFee({ type, percentage, cap, nominal }: AccountFee, amountKobo: bigint): bigint {
  const percentageBasisPoints = BigInt(Math.round(percentage * 100))
  return accountFeeKobo({ type, percentageBasisPoints, capKobo: toKobo(cap), nominalKobo: toKobo(nominal) }, amountKobo)
}
