import { sql } from 'kysely'
import type { Check } from './check.ts'

/** Whether checkouts and their payment links record correctly whether they were paid. */
export const checkoutChecks: Check[] = [
  {
    faults: {
      'checkout-account-mismatch': {
        harm: 'imbalance',
        sentence: 'Checkouts whose virtual account has another merchant, mode, kind or amount',
      },
      'paid-checkout-without-payment': {
        harm: 'lost',
        sentence: 'Paid checkouts whose payment is missing, unsuccessful or on another account',
      },
      'checkout-payment-mismatch': {
        harm: 'imbalance',
        sentence: 'Paid checkouts whose payment has another amount or merchant',
      },
      'checkout-payment-unrecorded': {
        harm: 'lost',
        sentence: 'Checkouts that received their payment but are not marked as paid',
      },
    },
    // By bank or by card, a payment names the account.
    rows: sql`
      select fault.kind, checkout.id
      from checkout
      join virtual_account as virtual on virtual.id = checkout.virtual_account_id
      left join transaction as payment on payment.id = checkout.transaction_id and payment.status = 'SUCCESS'
        and payment.type = 'CREDIT' and payment.payment_method is not null and payment.mode = checkout.mode
        and payment.beneficiary_number = virtual.account_number,
      lateral (values
        ('checkout-account-mismatch', virtual.kind <> 'VIRTUAL'
          or (virtual.merchant_id, virtual.mode) <> (checkout.merchant_id, checkout.mode)
          or virtual.amount_kobo is distinct from checkout.amount_kobo),
        ('paid-checkout-without-payment', checkout.paid_at is not null and payment.id is null),
        ('checkout-payment-mismatch', payment.amount_kobo <> checkout.amount_kobo
          or payment.merchant_id <> checkout.merchant_id),
        ('checkout-payment-unrecorded', checkout.paid_at is null and exists (
          select from transaction where beneficiary_number = virtual.account_number and mode = checkout.mode
            and payment_method is not null and status = 'SUCCESS'
        ))
      ) as fault (kind, is_found)
      where fault.is_found`,
  },
  {
    faults: {
      'link-not-deactivated': {
        harm: 'duplicated',
        sentence: 'Active payment links whose checkout is paid or whose account is closed',
      },
      'link-deactivated-early': {
        harm: 'lost',
        sentence: 'Inactive payment links that were neither paid nor cancelled',
      },
    },
    rows: sql`
      select fault.kind, payment_link.id
      from payment_link
      join checkout on checkout.id = checkout_id
      join virtual_account on virtual_account.id = virtual_account_id,
      lateral (values (checkout.paid_at is not null or virtual_account.closed_at is not null)) as checked (is_over),
      lateral (values
        ('link-not-deactivated', inactive_at is null and is_over),
        ('link-deactivated-early', inactive_at is not null and not is_over)
      ) as fault (kind, is_found)
      where fault.is_found`,
  },
]
