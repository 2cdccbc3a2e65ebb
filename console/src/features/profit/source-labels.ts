import { sentenceCase } from '../../ui/format-text.ts'

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

/** Returns the label of a profit source. */
export function sourceWords(source: string): string {
  return words[source] ?? sentenceCase(source)
}
