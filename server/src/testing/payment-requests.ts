import type { Mode } from '@kobo/contract/kit/mode'
import { transact } from '../db/transact.ts'
import { openCheckout } from '../engine/checkouts/open-checkout.ts'
import { openPaymentLink } from '../engine/checkouts/open-payment-link.ts'
import { receiveCollection } from '../engine/collections/receive-collection.ts'
import { newSessionId } from '../rails/session-id.ts'
import type { TestApp } from './app.ts'

export interface CheckoutRequest {
  merchantId: string
  reference: string
  at: Date
  mode?: Mode
  amountKobo?: bigint
  what?: string
}

const hourMs = 3_600_000

/** Opens a checkout that expires after ten hours. */
export function aCheckout({ db }: TestApp, options: CheckoutRequest) {
  const { what = 'Order', at } = options
  const expiresAt = new Date(at.getTime() + 10 * hourMs)
  return transact(db, (t) => openCheckout(t, { ...checkoutRequest(options), narration: what, expiresAt }))
}

export function aPaymentLink({ db }: TestApp, options: CheckoutRequest) {
  return transact(db, (t) => openPaymentLink(t, { ...checkoutRequest(options), description: options.what ?? 'Order' }))
}

function checkoutRequest({ merchantId, reference, at, mode = 'PRODUCTION', amountKobo = 500_000n }: CheckoutRequest) {
  return { merchantId, reference, at, mode, amountKobo, accountName: 'Kola Nut & Kernel Ltd' }
}

/** Credits a payment to an account number and returns its session ID. */
export async function payOn(
  { db, services }: TestApp,
  accountNumber: string,
  { at = new Date(), amountKobo = 500_000n }: { at?: Date; amountKobo?: bigint } = {},
): Promise<string> {
  const sender = { name: 'Hadiza Bello', accountNumber: '0123456785', bankCode: '058' }
  const [sessionId, narration] = [newSessionId(at), 'Kola nut']
  const collection = {
    mode: 'PRODUCTION',
    accountNumber,
    amountKobo,
    sender,
    sessionId,
    narration,
    route: 'NIP',
    at,
  } as const
  await transact(db, (t) => receiveCollection(t, services.jobs, collection))
  return sessionId
}
