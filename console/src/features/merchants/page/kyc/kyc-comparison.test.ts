import { expect, it } from 'vitest'
import { aMerchant, bvnInfo, directors, settlementAccount } from '../../../../testing/a-merchant.ts'
import { compare } from './kyc-comparison.ts'

const owned = (firstName: string, lastName: string) =>
  aMerchant({ owner: { firstName, lastName, email: null }, businessName: 'Kola Nut & Kernel Ltd' })

function verdicts(merchant: ReturnType<typeof aMerchant>, found: { first?: string; last?: string; account?: string }) {
  const bvn = bvnInfo && { ...bvnInfo, firstName: found.first ?? null, middleName: null, lastName: found.last ?? null }
  const account = found.account && settlementAccount ? { ...settlementAccount, accountName: found.account } : null
  const comparisons = compare({ merchant, bvn, directors, account })
  return Object.fromEntries(comparisons.map(({ item, matches }) => [item, matches]))
}

it.each([
  ['Adaeze', 'Okafor', 'OKAFOR', 'ADAEZE', true],
  ['Adaeze', 'Okafor', 'ADAEZE CHIDINMA', 'OKAFOR', true],
  ['Zainab', 'Musa-Bello', 'Zainab', 'Musa Bello', true],
  ['Ọlá', 'Adébáyọ̀', 'OLA', 'ADEBAYO', true],
  ['Adaeze', 'Okafor', 'ADAEZE', 'OKORO', false],
  ['Ada', 'Okafor', 'ADAEZE', 'OKAFOR', false],
])("EVIDENCE-01 compares %s %s with the register's %s %s as the same person: %s", (first, last, one, other, same) => {
  expect(verdicts(owned(first, last), { first: one, last: other })["Owner's name"]).toBe(same)
})

it.each([
  ['KOLA NUT AND KERNEL LIMITED', true],
  ['Kola Nut & Kernel', true],
  ['OKAFOR ADAEZE', true],
  ['OKAFOR', false],
  ['LTD', false],
  ['Danfo Express Logistics Ltd', false],
  ['', null],
])('EVIDENCE-01 matches an account of %s to the business or its owner: %s', (account, same) => {
  expect(verdicts(owned('Adaeze', 'Okafor'), { account })['Name of the settlement account']).toBe(same)
})
