import type { Mode } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { collectionReference } from '../engine/collections/collection-messages.ts'
import { findBank } from '../rails/banks.ts'
import { isUuid } from '../uuid.ts'

/** Requested payment as its payer may see it, with its outcome. */
export interface CheckoutView {
  checkoutId: string
  mode: Mode
  merchant: { id: string; name: string }
  what: string
  reference: string
  amountKobo: bigint
  account: { number: string; name: string; bank: string }
  /** UNAVAILABLE while a freeze of the merchant stops collections. */
  state: 'OPEN' | 'PAID' | 'EXPIRED' | 'TAKEN_BACK' | 'UNAVAILABLE'
  expiresAt: string | null
  paid: Paid | null
  /** Latest payment by card, and why it failed. */
  card: { status: string; reason: string | null } | null
}

export interface Paid {
  transactionId: string
  at: string
  /** Null for a payment by card. */
  sessionId: string | null
  feeKobo: bigint
  vatKobo: bigint
}

/** Last segment of a payment page's URL: a link's code, or a checkout's id. */
export type Named = { code: string } | { checkoutId: string }

/** Finds the payment requested at a URL; undefined if there is none. */
export async function findPayable(db: Database, named: Named, now: Date): Promise<CheckoutView | undefined> {
  if ('checkoutId' in named ? !isUuid(named.checkoutId) : !/^[\w-]{1,64}$/.test(named.code)) return undefined
  const isMeant =
    'checkoutId' in named
      ? sql`checkout.id = ${named.checkoutId}`
      : sql`checkout.id = (select checkout_id from payment_link where code = ${named.code})`
  const { rows } = await sql<Row>`
    select checkout.id as checkout_id, checkout.mode, checkout.merchant_id, business_name, checkout.narration, checkout.reference,
      checkout.amount_kobo, checkout.paid_at, account_number, account_name, bank_code, expires_at, closed_at,
      'COLLECTIONS' = any(merchant.frozen_scopes) as is_frozen, payment.id as transaction_id, payment.session_id, payment.fee_kobo, payment.vat_kobo,
      card.status as card_status, card.alert as card_alert
    from checkout
    join merchant on merchant.id = checkout.merchant_id
    join virtual_account on virtual_account.id = virtual_account_id
    left join transaction as payment on payment.id = checkout.transaction_id
    left join lateral (
      select status, alert
      from card_payment join transaction on transaction.id = transaction_id
      where checkout_id = checkout.id order by transaction_id desc limit 1
    ) as card on true
    where ${isMeant}
  `.execute(db)
  const [row] = rows
  return row && asPayable(row, now)
}

/** Returns why a payment to the account was declined; null if it was credited or is unknown. */
export async function findDecline(db: Database, { mode, account }: CheckoutView, sessionId: string) {
  const declined = await db
    .selectFrom('transaction')
    .select(['amount_kobo as amountKobo', 'alert as reason'])
    .where('reference', '=', collectionReference(sessionId))
    .where('mode', '=', mode)
    .where('type', '=', 'CREDIT')
    .where('beneficiary_number', '=', account.number)
    .where('status', '=', 'DECLINED')
    .executeTakeFirst()
  return declined ?? null
}

interface Row {
  checkout_id: string
  mode: Mode
  merchant_id: string
  business_name: string
  narration: string
  reference: string
  amount_kobo: bigint
  paid_at: string | null
  account_number: string
  account_name: string
  bank_code: string
  expires_at: string | null
  closed_at: string | null
  is_frozen: boolean
  transaction_id: string | null
  session_id: string | null
  fee_kobo: bigint
  vat_kobo: bigint
  card_status: string | null
  card_alert: string | null
}

function asPayable(row: Row, now: Date): CheckoutView {
  return {
    checkoutId: row.checkout_id,
    mode: row.mode,
    merchant: { id: row.merchant_id, name: row.business_name },
    what: row.narration,
    reference: row.reference,
    amountKobo: row.amount_kobo,
    account: { number: row.account_number, name: row.account_name, bank: findBank(row.bank_code)?.name ?? '' },
    state: stateOf(row, now),
    expiresAt: row.expires_at,
    paid:
      row.paid_at === null || row.transaction_id === null
        ? null
        : {
            transactionId: row.transaction_id,
            at: row.paid_at,
            sessionId: row.session_id,
            feeKobo: row.fee_kobo,
            vatKobo: row.vat_kobo,
          },
    card: row.card_status === null ? null : { status: row.card_status, reason: row.card_alert },
  }
}

function stateOf({ paid_at, closed_at, expires_at, is_frozen }: Row, now: Date): CheckoutView['state'] {
  if (paid_at !== null) return 'PAID'
  if (closed_at !== null) return 'TAKEN_BACK'
  if (expires_at !== null && Date.parse(expires_at) <= now.getTime()) return 'EXPIRED'
  return is_frozen ? 'UNAVAILABLE' : 'OPEN'
}
