import { sql } from 'kysely'
import { describe } from 'vitest'
import { at, healthyLedger, testChecks } from '../../testing/healthy-ledger.ts'
import { collect, incomeKobo, record } from '../../testing/ledger-fixtures.ts'
import {
  aVirtualAccount,
  closeAccount,
  collectOn,
  linkCheckout,
  markPaid,
  markUsed,
  paidInto,
  payCheckout,
  setLinkInactive,
} from '../../testing/linked-checkouts.ts'
import { uuidv7 } from '../../uuid.ts'
import { checkoutChecks } from './checkout-checks.ts'

const { shop, friend } = await healthyLedger()

describe('checkout checks', () => {
  testChecks(checkoutChecks, [
    [
      'a checkout whose virtual account expects another amount',
      { 'checkout-account-mismatch': 1 },
      async (t) => linkCheckout(t, await aVirtualAccount(t, shop, { amountKobo: incomeKobo + 1n })),
    ],
    [
      'a checkout whose virtual account belongs to another merchant',
      { 'checkout-account-mismatch': 1 },
      async (t) => linkCheckout(t, await aVirtualAccount(t, friend), shop),
    ],
    [
      'a checkout marked as paid by a transaction that does not exist',
      { 'paid-checkout-without-payment': 1 },
      async (t) => markPaid(t, await linkCheckout(t, await aVirtualAccount(t, shop)), uuidv7()),
    ],
    [
      'a checkout marked as paid by a collection on another account',
      { 'paid-checkout-without-payment': 1 },
      async (t) =>
        markPaid(
          t,
          await linkCheckout(t, await aVirtualAccount(t, shop)),
          await collectOn(t, await aVirtualAccount(t, shop)),
        ),
    ],
    [
      'a checkout marked as paid by a declined payment',
      { 'paid-checkout-without-payment': 1 },
      async (t) => {
        const virtual = await linkCheckout(t, await aVirtualAccount(t, shop))
        const fields = { type: 'CREDIT', category: 'BANK_FUNDING', status: 'DECLINED', ...paidInto(virtual) }
        await markPaid(t, virtual, (await record(t, shop, fields)).id)
      },
    ],
    [
      'a checkout that was paid with another amount',
      { 'checkout-payment-mismatch': 1, 'virtual-account-payment-mismatch': 1 },
      async (t) => {
        const virtual = await linkCheckout(t, await aVirtualAccount(t, shop))
        await payCheckout(t, virtual)
        await sql`update virtual_account set amount_kobo = amount_kobo + 1 where id = ${virtual.id}`.execute(t)
        await sql`update checkout set amount_kobo = amount_kobo + 1 where virtual_account_id = ${virtual.id}`.execute(t)
      },
    ],
    [
      'a checkout whose payment was credited to another merchant',
      { 'checkout-payment-mismatch': 1 },
      async (t) => payCheckout(t, { ...(await linkCheckout(t, await aVirtualAccount(t, shop))), account: friend }),
    ],
    [
      'a checkout that was paid by card and is not marked as paid',
      { 'checkout-payment-unrecorded': 1 },
      async (t) => {
        const virtual = await linkCheckout(t, await aVirtualAccount(t, shop))
        await markUsed(t, virtual)
        await collect(t, shop, { ...paidInto(virtual), payment_method: 'CARD' })
      },
    ],
    [
      'a payment link that is active after its payment',
      { 'link-not-deactivated': 1 },
      async (t) => {
        const virtual = await linkCheckout(t, await aVirtualAccount(t, shop))
        await payCheckout(t, virtual)
        await setLinkInactive(t, virtual, null)
      },
    ],
    [
      'a payment link that is active after its account was closed',
      { 'link-not-deactivated': 1 },
      async (t) => {
        const virtual = await linkCheckout(t, await aVirtualAccount(t, shop))
        await closeAccount(t, virtual)
        await setLinkInactive(t, virtual, null)
      },
    ],
    [
      'a payment link that is inactive without a payment or cancellation',
      { 'link-deactivated-early': 1 },
      async (t) => setLinkInactive(t, await linkCheckout(t, await aVirtualAccount(t, shop)), at),
    ],
  ])
})
