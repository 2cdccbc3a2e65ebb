import type { TransactionRow } from '@kobo/contract/transaction-records'

/** Creates a row of a transaction list: a credit with both parties. */
export function aTransaction(overrides: Partial<TransactionRow> = {}): TransactionRow {
  return {
    id: 't1',
    createdAt: '2026-11-20T13:32:00.000Z',
    type: 'CREDIT',
    status: 'SUCCESS',
    amount: 25_000.5,
    originatorAccountName: 'Folasade Ogunleye',
    originatorAccountNumber: '0123456785',
    originatorBankName: 'Zenith Bank',
    beneficiaryAccountName: 'Adire & Indigo Textiles Ltd',
    beneficiaryAccountNumber: '9013345526',
    beneficiaryBankName: 'Providus Bank',
    category: 'BANK_FUNDING',
    reference: 'KB-2026-0001',
    walletName: 'Tunde Bakare',
    ...overrides,
  }
}
