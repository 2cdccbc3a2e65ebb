import type { contract } from '@kobo/contract'
import type { Data } from '@kobo/contract/kit/call'
import type { MerchantUpgrade } from '@kobo/contract/merchant-upgrades'
import type { Merchant, MerchantRow } from '@kobo/contract/merchants'

/** Creates a merchant as a server returns it. Tests set only the fields under test. */
export function aMerchant(overrides: Partial<Merchant> = {}): Merchant {
  return {
    id: '01934f6a-7c21-7e4b-9a50-2f6d1c0b77e1',
    logo: null,
    businessName: 'Adire & Indigo Textiles Ltd',
    status: 'ACTIVE',
    verified: 'ACCEPTED',
    createdAt: '2026-11-20T13:32:00.000Z',
    phoneNumber: '08035550142',
    wallet: {
      accountNumber: '9013345526',
      accountName: 'Adire & Indigo Textiles Ltd',
      bankName: 'Providus Bank',
      availableBalance: 4_812_309.5,
      bookedBalance: 4_872_413.25,
    },
    isRefundEnabled: true,
    autoInstantSettlement: false,
    autoSettlement: true,
    isConsentFormApproved: true,
    isAgencyNetworkConsentFormApproved: false,
    enableSameBVNOrPhoneNumberForWalletCreation: false,
    isCardEnabled: true,
    owner: { firstName: 'Folasade', lastName: 'Ogunleye', email: 'folasade@adireindigo.ng' },
    ownerDetails: {
      dateOfBirth: '1986-03-14',
      identityDocument: 'https://files.test/identity/National%20ID.png?signature=abc',
      identityType: 'NIN',
      identityNumber: '70412345678',
    },
    bvn: '2212*******',
    kycCompletedFields: ['BASIC_DETAILS', 'CONTACT_DETAILS', 'BUSINESS_OWNER', 'Collections'],
    registrationNumber: 'RC 1849203',
    address: '14 Itoku Market Road',
    businessType: 'REGISTERED',
    businessCategory: 'Fashion and textiles',
    city: 'Abeokuta',
    country: 'Nigeria',
    cacDocuments: [
      'https://files.test/1/Certificate%20of%20incorporation.pdf?signature=abc',
      'https://files.test/2/CAC%20status%20report.pdf',
    ],
    consentForm: 'https://files.test/3/Consent%20form.pdf',
    merchantEnabledServices: [
      { id: 'service-1', name: 'Collections' },
      { id: 'service-2', name: 'Bills Payment' },
    ],
    review: null,
    decision: null,
    ...overrides,
  }
}

/** Creates a merchant row of a list. */
export function aMerchantRow(overrides: Partial<MerchantRow> = {}): MerchantRow {
  const { id, businessName, status } = aMerchant()
  const createdAt = '2026-11-20T13:32:00.000Z'
  return { id, businessName, createdAt, status, verified: 'SUBMITTED', totalWallets: 0, ...overrides }
}

/** Merchant with no data except its name. */
export const bareMerchant = aMerchant({
  phoneNumber: null,
  wallet: null,
  owner: null,
  ownerDetails: null,
  bvn: null,
  kycCompletedFields: [],
  registrationNumber: null,
  address: '',
  businessType: null,
  businessCategory: null,
  city: null,
  country: null,
  cacDocuments: [],
  consentForm: null,
  merchantEnabledServices: [],
})

export const bvnInfo: Data<typeof contract.merchants.bvnInfo>['bvnInfo'] = {
  bvn: '22123456789',
  dateOfBirth: '1986-03-14',
  firstName: 'Folasade',
  middleName: 'Abike',
  lastName: 'Ogunleye',
  registrationDate: '2016-08-02',
  watchListed: false,
}

export const directors: Data<typeof contract.merchants.directors>['directors'] = [
  {
    id: 'director-1',
    firstName: 'Tunde',
    lastName: 'Bakare',
    bvn: '22298765432',
    dateOfBirth: '1979-01-30',
    identity: 'https://files.test/4/passport.png',
  },
  { id: 'director-2', firstName: 'Ngozi', lastName: 'Eze', bvn: null, dateOfBirth: null, identity: null },
]

export const settlementAccount: Data<typeof contract.merchants.settlementAccount>['settlementAccount'] = {
  bankName: 'Zenith Bank',
  accountNumber: '0123456785',
  accountName: 'ADIRE INDIGO SETTLEMENT',
}

/** Creates an upgrade request. */
export function anUpgrade(overrides: Partial<MerchantUpgrade> = {}): MerchantUpgrade {
  return {
    id: 'upgrade-1',
    createdAt: '2026-11-20T13:32:00.000Z',
    status: 'PENDING',
    merchant: { id: 'merchant-1', businessName: 'Garki Fresh Foods', email: 'admin@garkifresh.ng' },
    currentType: 'UNREGISTERED',
    requestedType: 'REGISTERED',
    registrationNumber: 'RC 990817',
    documents: ['https://files.test/5/Certificate.pdf'],
    decision: null,
    ...overrides,
  }
}
