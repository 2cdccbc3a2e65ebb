import type { RecordReference, RecordType } from '@kobo/contract/kit/record-kinds'
import { paths } from '../paths.ts'

type Address = (record: Omit<RecordReference, 'type'>) => string | undefined

const ofMerchant: Address = ({ merchantId }) => (merchantId ? paths.merchant(merchantId) : undefined)

/** Page or panel of each kind of record; missing if it has none. */
const addresses: Readonly<Partial<Record<RecordType, Address>>> = {
  merchant: ({ id }) => paths.merchant(id),
  merchant_upgrade: ({ id }) => paths.merchants({ status: 'upgrade', upgrade: id }),
  freeze: ofMerchant,
  lien: ofMerchant,
  partner: ({ id }) => paths.partner(id),
  wallet: ({ id }) => paths.wallet(id),
  wallet_upgrade: ({ id, walletId, parentId }) => {
    const wallet = walletId ?? parentId
    // The list opens only requests of its current page.
    return wallet
      ? paths.wallet(wallet, { request: 'UPGRADE', requestId: id })
      : paths.wallets({ status: 'requests', review: id })
  },
  child_account: ({ id, merchantId, walletId }) => {
    if (walletId) return paths.customerChildren(walletId, { accountId: id })
    return merchantId ? paths.merchantChildren(merchantId, { accountId: id }) : undefined
  },
  virtual_account: ({ id }) => paths.virtualAccount({ virtualAccountId: id }),
  checkout: ({ id }) => paths.checkout({ checkoutId: id }),
  payment_link: ({ id }) => paths.paymentLinks({ paymentLinkId: id }),
  transaction: ({ id }) => paths.transaction(id),
  refund: ({ parentId }) => (parentId ? paths.transaction(parentId) : undefined),
  dispute: ({ id }) => paths.dispute(id),
  settlement: ({ id, merchantId, parentId }) =>
    merchantId && parentId ? paths.subAccountSettlement(merchantId, parentId, id) : paths.settlement(id),
  subaccount: ({ id, merchantId }) => (merchantId ? paths.subAccountSettlements(merchantId, id) : undefined),
  // Its page is addressed by reference, which other merchants may have used too.
  bulk_batch: ({ name, merchantId }) =>
    name ? paths.bulkPayout(name, { merchantId: merchantId ?? undefined }) : undefined,
  scheduled_payout: ({ id }) => paths.payout({ status: 'scheduled', scheduleId: id }),
  recurring_payout: ({ id }) => paths.payout({ status: 'recurring', recurrentId: id }),
  card: ({ id }) => paths.card(id),
  card_batch: ({ id }) => paths.cards({ status: 'batches', batchId: id }),
  // Only the transactions tab can be filtered by terminal.
  store: ({ id, name }) => paths.stores({ status: 'terminals', store: id, storeName: name ?? undefined }),
  terminal: ({ id, name }) => paths.stores({ terminal: id, terminalName: name ?? undefined }),
  service: ({ name }) => paths.jujuServices({ search: name ?? undefined }),
  contact_message: ({ id }) => paths.contactUs({ messageId: id }),
  transfer_route: () => paths.settings(),
  staff: ({ name }) => (name ? paths.teams({ status: 'members', search: name }) : undefined),
  invite: () => paths.teams({ status: 'invites' }),
  role: () => paths.teams({ status: 'roles' }),
}

/** Address of a record; undefined if it has no page, or what its address is made of is unknown. */
export function recordAddress({ type, ...record }: RecordReference): string | undefined {
  return addresses[type]?.(record)
}
