import { sql } from 'kysely'
import type { Check } from './check.ts'

const isCardCollection = sql`transaction.type = 'CREDIT' and transaction.category = 'CARD_PAYMENT'`

/** Whether card collections are a receivable from the acquirer, and on hold, until the acquirer has paid them. */
export const cardChecks: Check[] = [
  {
    faults: {
      'card-payment-unmatched': {
        harm: 'lost',
        sentence: 'Card payments without a transaction, or not linked to their checkout',
      },
      'card-hold-missing': {
        harm: 'duplicated',
        sentence: 'Card payments whose funds are available before the acquirer settled them',
      },
      'card-hold-not-released': {
        harm: 'lost',
        sentence: 'Card payments whose funds are still held after the acquirer settled them',
      },
      'card-settled-without-success': {
        harm: 'duplicated',
        sentence: 'Card payments settled by the acquirer that did not succeed',
      },
    },
    rows: sql`
      with card as (
        select coalesce(transaction.id, card_payment.transaction_id) as id, status, acquirer_payment_id,
          transaction.id is null or card_payment.transaction_id is null or checkout.id is null
            or checkout.amount_kobo <> transaction.amount_kobo or checkout.mode <> transaction.mode
            or checkout.merchant_id <> transaction.merchant_id as is_unmatched,
          exists (
            select from transfer join entry on entry.transfer_id = transfer.id
            where transfer.transaction_id = transaction.id and transfer.kind = 'COLLECTION'
              and entry.transaction_id = transaction.id and entry.amount_kobo > 0 and not exists (
                select from hold where hold.transaction_id = transaction.id and hold.account_id = entry.account_id
                  and hold.status = 'HELD')
          ) as is_free,
          exists (
            select from hold where hold.transaction_id = transaction.id and hold.status = 'HELD'
          ) as is_held
        from (select * from transaction where ${isCardCollection}) as transaction
        full join card_payment on card_payment.transaction_id = transaction.id
        left join checkout on checkout.id = checkout_id
      )
      select fault.kind, card.id
      from card, lateral (values
        ('card-payment-unmatched', is_unmatched),
        ('card-hold-missing', status = 'SUCCESS' and acquirer_payment_id is null and is_free),
        ('card-hold-not-released', is_held and (status <> 'SUCCESS' or acquirer_payment_id is not null)),
        ('card-settled-without-success', acquirer_payment_id is not null and status <> 'SUCCESS')
      ) as fault (kind, is_found)
      where fault.is_found`,
  },
  {
    faults: {
      'card-receivable-mismatch': {
        harm: 'imbalance',
        sentence:
          'Modes whose card receivable differs from the unsettled card payments less the refunds not yet deducted',
      },
    },
    rows: sql`
      with owed as (
        select mode, sum(amount_kobo) as amount
        from (
          select transaction.mode, amount_kobo
          from transaction left join card_payment on card_payment.transaction_id = transaction.id
          where status = 'SUCCESS' and ${isCardCollection} and acquirer_payment_id is null
          union all
          select going.mode, -going.amount_kobo
          from refund
          join transaction as going on going.id = refund_transaction_id
          join card_payment on card_payment.transaction_id = refund.transaction_id
          where refund.acquirer_payment_id is null and (going.status = 'SUCCESS' or exists (
            select from transfer where transfer.transaction_id = going.id and transfer.kind = 'COMPENSATION'
          ))
        ) as part
        group by 1
      )
      select 'card-receivable-mismatch' as kind, provider.mode as id
      from provider_account as provider
      left join owed on owed.mode = provider.mode
      where kind = 'CARD_RECEIVABLE' and coalesce(owed.amount, 0) <> -coalesce(
        (select sum(amount_kobo) from entry where entry.account_id = provider.id), 0)`,
  },
  {
    faults: {
      'acquirer-payment-mismatch': {
        harm: 'imbalance',
        sentence: 'Acquirer settlements that differ from the sum of their card payments, or from their posting',
      },
    },
    rows: sql`
      with item as (
        select acquirer_payment_id as id, sum(amount_kobo) as gross, sum(cost_kobo) as cost
        from card_payment join transaction on transaction.id = transaction_id
        where acquirer_payment_id is not null
        group by 1
      ), kept as (
        select acquirer_payment_id as id, sum(amount_kobo) as amount from refund
        where acquirer_payment_id is not null
        group by 1
      ), booked as (
        select transfer.mode, transfer.reference,
          sum(amount_kobo) filter (where provider.kind = 'CARD_RECEIVABLE') as gross,
          -sum(amount_kobo) filter (where provider.kind = 'PROVIDER_COST') as cost
        from transfer
        join entry on entry.transfer_id = transfer.id
        join provider_account as provider on provider.id = account_id
        where transfer.kind = 'ACQUIRER_PAYMENT'
        group by transfer.id
      )
      select 'acquirer-payment-mismatch' as kind, coalesce(payment.reference, booked.reference) as id
      from acquirer_payment as payment
      full join booked on booked.mode = payment.mode and booked.reference = payment.reference
      left join item on item.id = payment.id
      left join kept on kept.id = payment.id
      where (gross_kobo, cost_kobo, refunded_kobo) is distinct from (item.gross, item.cost, coalesce(kept.amount, 0))
        or (gross_kobo - refunded_kobo, cost_kobo) is distinct from (booked.gross, coalesce(booked.cost, 0))`,
  },
]
