import type { TransactionDetail } from '@kobo/contract/transaction-records'

/** Transaction with the ID under which it was requested. */
export type Transaction = TransactionDetail & { id: string }

/** Normalises a transaction: servers return its charges and parties in more than one place. */
export function normalizeTransaction(id: string, transaction: TransactionDetail): Transaction {
  const { charge, metadata } = transaction
  return {
    ...transaction,
    id,
    charges: transaction.charges ?? charge,
    channelCode: transaction.channelCode ?? metadata?.paymentMethod,
    originatorAccountName: transaction.originatorAccountName ?? metadata?.originatorAccountName,
    beneficiaryAccountName: transaction.beneficiaryAccountName ?? metadata?.beneficiaryAccountName,
    beneficiaryAccountNumber: transaction.beneficiaryAccountNumber ?? metadata?.beneficiaryAccountNumber,
    beneficiaryBankName: transaction.beneficiaryBankName ?? metadata?.beneficiaryBankName,
  }
}
