import { sql } from 'kysely'
import type { Check } from './check.ts'

/** Net effect of a bill's transfers on one of our own accounts. */
const movedOn = (account: string) => sql`coalesce((
  select sum(entry.amount_kobo) from transfer
  join entry on entry.transfer_id = transfer.id
  join provider_account as provider on provider.id = entry.account_id and provider.kind = ${sql.lit(account)}
  where transfer.transaction_id = going.id and transfer.kind in ('BILL', 'COMPENSATION')
), 0)`

/** Bills whose money has left: successful ones, and failed ones with a compensation. */
export const billHasLeft = sql`(going.status = 'SUCCESS' or exists (
  select from transfer where transfer.transaction_id = going.id and transfer.kind = 'COMPENSATION'))`

/** Whether bills match their transactions, and billers' payables and our commission match the bills. */
export const billChecks: Check[] = [
  {
    faults: {
      'bill-unmatched': { harm: 'lost', sentence: 'Bills without a transaction, or bill transactions without a bill' },
      'bill-transaction-mismatch': {
        harm: 'imbalance',
        sentence: 'Bills whose amount, merchant, mode, time, biller or customer differs from their transaction',
      },
      'bill-status-mismatch': { harm: 'lost', sentence: 'Bills whose status differs from their transaction' },
      'bill-with-charges': { harm: 'duplicated', sentence: 'Bills that charged the payer more than their amount' },
      'bill-allocation-mismatch': {
        harm: 'imbalance',
        sentence: 'Bills whose postings to the biller, our commission or VAT differ from the agreed shares',
      },
    },
    rows: sql`
      select fault.kind, coalesce(bill.id, going.id) as id
      from bill_payment as bill
      full join (select * from transaction where category = 'BILL_PAYMENT') as going on going.id = bill.id, lateral (values
        ('bill-unmatched', bill.id is null or going.id is null or going.type <> 'DEBIT'),
        ('bill-transaction-mismatch', (going.amount_kobo, going.merchant_id, going.mode, going.created_at,
          going.beneficiary_bank_code, going.beneficiary_number)
          is distinct from (bill.amount_kobo, bill.merchant_id, bill.mode, bill.created_at, bill.biller, bill.customer)
          and bill.id is not null and going.id is not null),
        ('bill-status-mismatch', bill.status <> case going.status
          when 'SUCCESS' then 'SUCCESS' when 'FAILED' then 'FAILED' else 'PENDING' end),
        ('bill-with-charges', going.fee_kobo + going.vat_kobo + going.stamp_duty_kobo > 0),
        ('bill-allocation-mismatch', bill.id is not null and going.id is not null and (
          ${movedOn('BILLER_FLOAT')} <> case when ${billHasLeft} then bill.amount_kobo - bill.commission_kobo else 0 end
          or ${movedOn('FEE_INCOME')} <>
            case going.status when 'SUCCESS' then bill.commission_kobo - bill.commission_vat_kobo else 0 end
          or ${movedOn('VAT_PAYABLE')} <> case going.status when 'SUCCESS' then bill.commission_vat_kobo else 0 end
        ))
      ) as fault (kind, is_found)
      where fault.is_found`,
  },
]
