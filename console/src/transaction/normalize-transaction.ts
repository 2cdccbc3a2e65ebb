import type { TransactionDetail } from '@kobo/contract/transaction-records'

/** A transaction as the console knows it: by the id that it was asked for with. */
export type Transaction = TransactionDetail & { id: string }

/** A transaction in one shape: servers write its charges and its parties in more than one place. */
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
