import { sql } from 'kysely'
import { chargeReferenceOf } from '../charge-reference.ts'
import { type Check, paidOut } from './check.ts'

/** Amount that a child account's payout holds for its linked charge; queried for those alone. */
const linkedChargeKobo = sql`case when transaction.scope = 'CHILD' then (
  select charge.amount_kobo + charge.vat_kobo from transaction as charge
  where charge.reference = ${chargeReferenceOf(sql.ref('transaction.reference'))}
    and charge.mode = transaction.mode and charge.merchant_id = transaction.merchant_id and charge.type = 'DEBIT'
) end`

/** Amount that a card payment credited to the account of the hold: the merchant's, or a split's partner's. */
const creditedKobo = sql`(
  select sum(entry.amount_kobo) from transfer join entry on entry.transfer_id = transfer.id
  where transfer.transaction_id = hold.transaction_id and transfer.kind = 'COLLECTION'
    and entry.account_id = hold.account_id
)`

/** Whether money is on hold for exactly the payments in progress, and once for each. */
export const holdChecks: Check[] = [
  {
    faults: {
      'orphaned-hold': { harm: 'lost', sentence: 'Holds for payments that are not pending' },
      'hold-posted-without-success': { harm: 'lost', sentence: 'Posted holds of payments that did not succeed' },
      'hold-released-without-failure': { harm: 'duplicated', sentence: 'Released holds of payments that did not fail' },
      'hold-amount-mismatch': {
        harm: 'duplicated',
        sentence: 'Holds whose amount differs from the total of their payment',
      },
      'hold-account-mismatch': { harm: 'duplicated', sentence: "Holds on an account other than the payer's" },
      'hold-kind-mismatch': {
        harm: 'duplicated',
        sentence: 'Holds whose kind does not match their payment, dispute or lien',
      },
      'invalid-hold-owner': { harm: 'lost', sentence: 'Holds without an owner, or with more than one' },
    },
    // A refund that resolves a dispute holds before it is sent. Card collections are held after their success, until the acquirer
    // has paid them.
    rows: sql`
      select fault.kind, hold.id
      from hold
      left join transaction on transaction.id = hold.transaction_id, lateral (values
        ('orphaned-hold', hold.transaction_id is not null and hold.status = 'HELD'
          and transaction.status is distinct from case hold.kind when 'ACQUIRING' then 'SUCCESS' else 'PENDING' end
          and not (transaction.status = 'QUEUED' and hold.kind = 'REFUND' and exists (
            select from refund where refund_transaction_id = transaction.id and refund.dispute_id is not null))),
        ('hold-posted-without-success', hold.transaction_id is not null and hold.status = 'POSTED'
          and transaction.status is distinct from 'SUCCESS'),
        ('hold-released-without-failure', hold.status = 'VOIDED' and hold.kind <> 'ACQUIRING'
          and transaction.status not in ('FAILED', 'DECLINED')),
        ('hold-amount-mismatch', transaction.id is not null and case hold.kind
          when 'ACQUIRING' then hold.amount_kobo is distinct from ${creditedKobo}
          else hold.amount_kobo <> transaction.amount_kobo + coalesce(${linkedChargeKobo}, 0)
            + fee_kobo + vat_kobo + stamp_duty_kobo
        end),
        ('hold-account-mismatch', hold.account_id <> transaction.account_id and hold.kind <> 'ACQUIRING'),
        ('hold-kind-mismatch', (hold.kind = 'DISPUTE') <> (hold.dispute_id is not null)
          or (hold.kind = 'LIEN') <> (hold.lien_id is not null) or not case transaction.category
          when 'BANK_TRANSFER' then hold.kind = 'PAYOUT'
          when 'BILL_PAYMENT' then hold.kind = 'BILL'
          when 'CARD_PAYMENT' then hold.kind = case type when 'DEBIT' then 'AUTHORISATION' else 'ACQUIRING' end
          else hold.kind = transaction.category
        end),
        ('invalid-hold-owner', num_nonnulls(hold.transaction_id, hold.dispute_id, hold.lien_id) <> 1)
      ) as fault (kind, is_found)
      where fault.is_found`,
  },
  {
    faults: {
      'duplicate-hold': { harm: 'duplicated', sentence: 'Payments, disputes and liens with more than one open hold' },
    },
    rows: sql`
      select 'duplicate-hold' as kind, coalesce(transaction_id, dispute_id, lien_id) as id from hold
      where status = 'HELD' group by transaction_id, dispute_id, lien_id, case kind when 'ACQUIRING' then account_id end having count(*) > 1`,
  },
  {
    faults: {
      'pending-without-hold': { harm: 'lost', sentence: 'Pending payments without a hold' },
    },
    rows: sql`
      select 'pending-without-hold' as kind, id from transaction
      where status = 'PENDING' and category in ${paidOut} and type = 'DEBIT'
        and not exists (select from hold where transaction_id = transaction.id and hold.status = 'HELD')`,
  },
]
