import type { Data, Input } from '@kobo/contract/kit/call'
import type { transactions } from '@kobo/contract/transactions'
import { daysBetween } from '../../db/days.ts'
import type { Handler, ReadContext } from '../../http/handler.ts'
import { asTransactionRow } from './listed-transaction.ts'
import { seekPage } from './seek-page.ts'
import type { TransactionFilter } from './transaction-filter.ts'

type MerchantList = typeof transactions.merchantList
type WalletList = typeof transactions.walletList
type ListQuery = Pick<Input<WalletList>, 'page' | 'size'> & Partial<Input<MerchantList> & Input<WalletList>>

/** Lists transactions of merchants' own wallets, newest first. */
export const merchantTransactions: Handler<MerchantList> = (input, context) => list('MERCHANT', input, context)

/** Lists transactions of customers' wallets, newest first. */
export const walletTransactions: Handler<WalletList> = (input, context) => list('WALLET', input, context)

async function list(
  scope: TransactionFilter['scope'],
  input: ListQuery,
  { db, mode }: ReadContext,
): Promise<Data<WalletList>> {
  const { merchantId, walletId, type, category, reference } = input
  const days = daysBetween(input.startDate, input.endDate)
  if (days.from > days.to) return { totalRecords: 0, transactions: [] }
  const filter = { mode, scope, merchantId, walletId, type, category, reference, days }
  const { total, rows } = await seekPage(db, filter, input)
  return { totalRecords: Number(total), transactions: rows.map(asTransactionRow) }
}
