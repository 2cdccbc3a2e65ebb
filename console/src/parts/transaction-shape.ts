import type { TransactionDetail } from '@kobo/contract/transaction-records'

/** A transaction in one shape: servers write its charges and its parties in more than one place. */
export function inOneShape(transaction: TransactionDetail): TransactionDetail {
  const { charge, metadata } = transaction
  return {
    ...transaction,
    charges: transaction.charges ?? charge,
    channelCode: transaction.channelCode ?? metadata?.paymentMethod,
    originatorAccountName: transaction.originatorAccountName ?? metadata?.originatorAccountName,
    beneficiaryAccountName: transaction.beneficiaryAccountName ?? metadata?.beneficiaryAccountName,
    beneficiaryAccountNumber: transaction.beneficiaryAccountNumber ?? metadata?.beneficiaryAccountNumber,
    beneficiaryBankName: transaction.beneficiaryBankName ?? metadata?.beneficiaryBankName,
  }
}
