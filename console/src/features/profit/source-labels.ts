import { sentenceCase } from '../../transaction/transaction-labels.ts'

const words: Readonly<Record<string, string>> = {
  transfers: 'Transfers',
  kyc: 'KYC',
  staticAccounts: 'Static accounts',
  virtualAccounts: 'Virtual accounts',
  subaccount: 'Sub-accounts',
  childAccount: 'Child accounts',
  bills: 'Bills',
  cards: 'Cards',
  stores: 'Stores',
}

/** The group of charges that something was earned with, in words. */
export function sourceWords(source: string): string {
  return words[source] ?? sentenceCase(source)
}
