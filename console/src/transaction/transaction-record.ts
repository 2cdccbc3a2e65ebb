import { search } from '@kobo/contract/search'
import { transactions } from '@kobo/contract/transactions'
import type { TransactionDetail } from '@kobo/contract/transaction-records'
import { IconReceiptOff } from '@tabler/icons-react'
import { paths } from '../paths.ts'
import { isBeingRefunded, isInProgress } from './in-progress.ts'
import { defineRecord } from '../record/define-record.ts'

/** Transaction with the ID under which it was requested. */
export type Transaction = TransactionDetail & { id: string }

/** Normalises a transaction: servers return its charges and parties in more than one place. */
function normalizeTransaction(id: string, transaction: TransactionDetail): Transaction {
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

const { info, merchantList, walletList } = transactions

export const transactionRecord = defineRecord(info, (reply, id) => normalizeTransaction(id, reply.transaction), {
  icon: IconReceiptOff,
  back: { text: 'Back to payouts', to: paths.payout() },
  changes: ({ status, refunds }) => isInProgress(status) || isBeingRefunded({ refunds }),
  known: { calls: [merchantList, walletList, search.transactions], rows: (reply) => reply.transactions },
})
