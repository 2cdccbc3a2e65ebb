import type { Transaction } from '../db/database.ts'
import { countPaymentLink, markCheckoutPaid } from '../engine/collections/checkout-status.ts'
import { recordCheckout } from '../engine/checkouts/open-checkout.ts'
import { recordPaymentLink } from '../engine/checkouts/open-payment-link.ts'
import { closeVirtualAccount } from '../engine/collections/close-virtual-account.ts'
import {
  countVirtualAccount,
  type ExpectedPayment,
  openVirtualAccount,
} from '../engine/collections/open-virtual-account.ts'
import { uuidv7 } from '../uuid.ts'
import type { CustomerAccount } from './customer-accounts.ts'
import { collect, incomeKobo } from './ledger-fixtures.ts'

const at = '2026-03-04T10:00:00.000Z'
const openedAt = new Date('2026-03-04T09:00:00Z')

export interface VirtualAccount {
  id: string
  number: string
  account: CustomerAccount
}

/** Opens a virtual account for the payment that `collect` posts, or a static one if the payment is null. */
export async function aVirtualAccount(
  t: Transaction,
  account: CustomerAccount,
  payment: Partial<ExpectedPayment> | null = {},
): Promise<VirtualAccount> {
  const { mode, merchantId, walletId } = account
  const expected = { amountKobo: incomeKobo, reference: uuidv7(), expiresAt: new Date('2026-03-04T11:00:00Z') }
  const opened = { mode, merchantId, walletId, accountName: 'Kola Nut', at: openedAt }
  return { ...(await openVirtualAccount(t, opened, payment && { ...expected, ...payment })), account }
}

/** Fields of a transaction that was paid into a virtual account. */
export function paidInto({ number }: VirtualAccount) {
  return { beneficiary_number: number, payment_method: 'BANK' }
}

/** Records a collection on a virtual account and marks it as used. */
export async function collectOn(t: Transaction, virtual: VirtualAccount): Promise<string> {
  await markUsed(t, virtual)
  return await collect(t, virtual.account, paidInto(virtual))
}

export async function markUsed(t: Transaction, { id }: VirtualAccount): Promise<void> {
  const row = t.updateTable('virtual_account').set({ used_at: at }).where('id', '=', id).returningAll()
  await countVirtualAccount(t, await row.executeTakeFirstOrThrow(), { UNUSED: -1n, USED: 1n })
}

/** Opens a checkout and a payment link on a virtual account, for its merchant unless another is named. */
export async function linkCheckout(
  t: Transaction,
  virtual: VirtualAccount,
  { mode, merchantId } = virtual.account,
): Promise<VirtualAccount> {
  const opened = { mode, merchantId, amountKobo: incomeKobo, reference: uuidv7(), narration: 'Order', at: openedAt }
  await recordPaymentLink(t, opened, await recordCheckout(t, opened, virtual.id))
  return virtual
}

/** Collects the payment and marks the checkout as paid, as the engine does. */
export async function payCheckout(t: Transaction, virtual: VirtualAccount): Promise<void> {
  await markPaid(t, virtual, await collectOn(t, virtual))
}

export async function markPaid(t: Transaction, { id }: VirtualAccount, transactionId: string): Promise<void> {
  await markCheckoutPaid(t, id, { transactionId, at: new Date(at) })
}

export async function closeAccount(
  t: Transaction,
  { number, account: { mode, merchantId } }: VirtualAccount,
): Promise<void> {
  await closeVirtualAccount(t, { mode, merchantId, accountNumber: number, at: new Date(at) })
}

/** Sets since when a payment link is inactive, with its counters. */
export async function setLinkInactive(
  t: Transaction,
  { id }: VirtualAccount,
  inactiveAt: string | null,
): Promise<void> {
  const link = await t
    .updateTable('payment_link')
    .from('checkout')
    .set({ inactive_at: inactiveAt })
    .whereRef('checkout.id', '=', 'checkout_id')
    .where('virtual_account_id', '=', id)
    .returning(['payment_link.mode', 'payment_link.merchant_id', 'payment_link.created_at'])
    .executeTakeFirstOrThrow()
  const difference = inactiveAt === null ? 1n : -1n
  await countPaymentLink(t, link, { ACTIVE: difference, INACTIVE: -difference })
}
