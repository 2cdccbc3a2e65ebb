import type { Transaction } from '../../../transaction/transaction-record.ts'
import { paths } from '../../../paths.ts'

interface Crumb {
  label: string
  to: string
}

const payouts = [
  { label: 'Payout', to: paths.payout() },
  { label: 'Payouts', to: paths.payout({ status: 'payouts' }) },
]

const areas: Record<string, Crumb> = {
  REFUND: { label: 'Refunds', to: paths.refunds() },
  SETTLEMENT: { label: 'Settlements', to: paths.settlements() },
  BILL_PAYMENT: { label: 'Juju Services', to: paths.jujuServices() },
}

/** Returns the lists that contain the transaction, from the area down. */
export function transactionBreadcrumb(transaction: Transaction): Crumb[] {
  const { category, card, childAccount, store, walletId, merchantId, merchantName } = transaction
  const area = areas[category ?? '']
  if (area) return [area]
  if (store) return [{ label: 'Stores', to: paths.stores() }]
  if (childAccount) return [{ label: 'Child Account', to: paths.childAccount() }]
  if (card) return [{ label: 'Cards', to: paths.cards() }]
  if (category === 'BANK_TRANSFER' || !category) return payouts
  if (walletId)
    return [
      { label: 'Wallets', to: paths.wallets() },
      { label: 'Wallet', to: paths.wallet(walletId) },
    ]
  const merchants = { label: 'Merchants', to: paths.merchants() }
  return merchantId ? [merchants, { label: merchantName ?? 'Merchant', to: paths.merchant(merchantId) }] : [merchants]
}
