import { contract } from '@kobo/contract'
import { IconReceiptOff } from '@tabler/icons-react'
import { paths } from '../paths.ts'
import { isBeingRefunded, isOnItsWay } from './on-its-way.ts'
import { defineRecord } from '../record/define-record.ts'
import { normalizeTransaction } from './normalize-transaction.ts'

const { info, merchantList, walletList } = contract.transactions

export const transactionRecord = defineRecord(info, (reply, id) => normalizeTransaction(id, reply.transaction))({
  name: 'transaction',
  icon: IconReceiptOff,
  back: { text: 'Back to payouts', to: paths.payout() },
  request: (transactionId) => ({ transactionId }),
  changes: ({ status, refunds }) => isOnItsWay(status) || isBeingRefunded({ refunds }),
  known: { calls: [merchantList, walletList, contract.search.transactions], rows: (reply) => reply.transactions },
})
