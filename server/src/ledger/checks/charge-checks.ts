import { type RawBuilder, sql } from 'kysely'
import { lagosDayOf } from '../account-days.ts'
import { providerBank } from '../accounts.ts'
import { chargeReferenceOf } from '../charge-reference.ts'
import { terminalMonthKobo, defaultRates } from '../charge-rates.ts'
import { chargedBeside, type Check, collected } from './check.ts'

const defaultRatesJson = sql.lit(
  JSON.stringify(defaultRates, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)),
)

/** Half-up to the kobo, for amounts that are not negative. */
const share = (kobo: RawBuilder<unknown>, basisPoints: RawBuilder<unknown>) =>
  sql`((${kobo} * ${basisPoints} + 5000) / 10000)`

/** A levy of a kind in force on a day; 0 before its first day. */
const levyOn = (day: RawBuilder<unknown>, kind: string, column: string) => sql`coalesce((
  select ${sql.ref(column)} from levy where kind = ${sql.lit(kind)} and from_day <= ${day} order by from_day desc limit 1), 0)`

/**
 * Rates of a merchant's group that may have been read for an instant. A payment booked while others were agreed may have used the
 * previous ones: for a minute both are valid.
 */
const ratesOf = (merchant: RawBuilder<unknown>, name: RawBuilder<unknown>, at: RawBuilder<unknown>) => sql`(
  select own.data from merchant_charge as own
  where own.merchant_id = ${merchant} and own.name = ${name} and own.valid_from <= ${at}
    and (own.valid_until is null or ${at} < own.valid_until + interval '1 minute')
  union all
  select ${defaultRatesJson}::jsonb -> ${name} where not exists (
    select from merchant_charge as own
    where own.merchant_id = ${merchant} and own.name = ${name} and own.valid_from <= ${at} - interval '1 minute')
)`

const number = (data: RawBuilder<unknown>, field: string) => sql`(${data} ->> ${sql.lit(field)})::bigint`

/** Fee of a collection at the rates of its kind of account. */
const accountFee = (data: RawBuilder<unknown>, kobo: RawBuilder<unknown>) => {
  const part = share(kobo, number(data, 'percentageBasisPoints'))
  const both = sql`(${part} + ${number(data, 'nominalKobo')})`
  return sql`case ${data} ->> 'type'
    when 'PERCENTAGE' then ${part}
    when 'NOMINAL' then ${number(data, 'nominalKobo')}
    else case when ${number(data, 'capKobo')} > 0 then least(${both}, ${number(data, 'capKobo')}) else ${both} end
  end`
}

/** Linked charge of a child account's payment. */
const linkedChargeJoin = sql`left join lateral (
  select charge.amount_kobo, charge.vat_kobo from transaction as charge
  where charge.reference = ${chargeReferenceOf(sql.ref('t.reference'))} and charge.mode = t.mode
    and charge.merchant_id = t.merchant_id and charge.type = 'DEBIT'
  offset 0
) as beside on t.scope = 'CHILD'`

/** Charges recorded for a transaction; for a terminal's month its amount is the fee. */
const recordedCharges = sql`
  case category when 'DEBIT_STORE' then t.amount_kobo else t.fee_kobo end + coalesce(beside.amount_kobo, 0) as fee,
  t.vat_kobo + coalesce(beside.vat_kobo, 0) as vat, t.stamp_duty_kobo as duty`

const vat = (kobo: RawBuilder<unknown>) => share(kobo, sql.ref('vat_rate'))

/** The fee at some rates; for a collection smaller than its fee plus VAT, what VAT on the collection leaves of it. */
const feeAt = sql`case
  when category in ${collected} and whole.fee + ${vat(sql`whole.fee`)} > amount_kobo then amount_kobo - ${vat(sql`amount_kobo`)}
  else whole.fee
end`

/** Possible prices of a charge without a transaction; the oldest ones are recognised by their reference alone. */
const chargePrices = sql`case
  when reference ^@ 'BVN-' then array[${number(sql`data`, 'bvnLookupKobo')}]
  when reference ^@ 'OPEN-' then array[${number(sql`data`, 'accountCreationKobo')}]
  when reference ^@ 'MAINT-' then array[${number(sql`data`, 'maintenanceKobo')}]
  when charge_group = 'kyc' then array[${number(sql`data`, 'nameDobMatchKobo')}, ${number(sql`data`, 'nameMatchKobo')}, ${number(sql`data`, 'personaKobo')}]
  when charge_group = 'staticAccounts' then array[${number(sql`data`, 'accountCreationKobo')}, ${number(sql`data`, 'maintenanceKobo')}]
  else array[${number(sql`data`, 'transferChargeKobo')}]
end`

/** Whether everything was charged at the rates of its time: the merchant's fees, the VAT and the stamp duty. */
export const chargeChecks: Check[] = [
  {
    faults: {
      'fee-mismatch': {
        harm: 'imbalance',
        sentence: 'Transactions whose fee differs from the rates in force at their time',
      },
      'vat-mismatch': {
        harm: 'imbalance',
        sentence: 'Transactions whose VAT differs from the rate in force on their fee',
      },
      'stamp-duty-mismatch': {
        harm: 'imbalance',
        sentence: 'Transactions whose stamp duty differs from the rate in force at their time',
      },
    },
    rows: {
      of: 'transaction',
      between: ({ from, until }) => sql`
        with priced as materialized (
          select t.id, t.category, t.type, t.merchant_id, t.created_at, t.amount_kobo, ${recordedCharges},
            case
              when t.status = 'DECLINED' and category <> 'CARD_PAYMENT' then null
              when t.type = 'DEBIT' and category = 'BANK_TRANSFER' then
                case t.scope when 'CHILD' then 'childAccount' else 'transfers' end
              when t.type = 'DEBIT' and category = 'WALLET_TO_WALLET' then 'transfers'
              when t.type = 'CREDIT' and (category = 'CARD_PAYMENT' or category in ${collected} and virtual.kind = 'VIRTUAL')
                then 'virtualAccounts'
              when t.type = 'CREDIT' and category in ${collected} then 'staticAccounts'
            end as charge_group,
            case when t.type = 'DEBIT' and category = 'BANK_TRANSFER' and beneficiary_bank_code is distinct from ${sql.lit(providerBank.code)}
              then day.on_day end as duty_day,
            ${levyOn(sql`day.on_day`, 'VAT', 'rate_basis_points')} as vat_rate
          from transaction as t
          left join virtual_account as virtual on virtual.account_number = t.beneficiary_number and virtual.mode = t.mode
          ${linkedChargeJoin}, lateral (
            select case category when 'DEBIT_STORE' then to_date(split_part(t.reference, '/', 2), 'YYYY-MM')
              else ${lagosDayOf(sql`t.created_at`)} end as on_day
          ) as day
          where t.id >= ${from}::uuid and t.id < ${until}::uuid and category not in ${chargedBeside}
        )
        select fault.kind, priced.id
        from priced, lateral (values
          ('fee-mismatch', not exists (
            select from ${ratesOf(sql`priced.merchant_id`, sql`charge_group`, sql`created_at`)} as rate, lateral (
              select case
                when charge_group is null then case category when 'DEBIT_STORE' then ${sql.lit(Number(terminalMonthKobo))} else 0 end
                when charge_group = 'childAccount' then ${number(sql`data`, 'transferChargeKobo')}
                when charge_group = 'virtualAccounts' then ${accountFee(sql`data`, sql`amount_kobo`)}
                when charge_group = 'staticAccounts' then ${accountFee(sql`(data -> 'inflows')`, sql`amount_kobo`)}
                when category = 'WALLET_TO_WALLET' then ${number(sql`data`, 'walletToWalletChargeKobo')}
                when amount_kobo < 500100 then ${number(sql`data`, 'below5001Kobo')}
                when amount_kobo <= 5000000 then ${number(sql`data`, 'below50001Kobo')}
                else ${number(sql`data`, 'above50000Kobo')}
              end as fee
            ) as whole
            where priced.fee = ${feeAt}
          )),
          ('vat-mismatch', vat <> ${vat(sql`fee`)}),
          ('stamp-duty-mismatch', duty <> case
            when amount_kobo >= ${levyOn(sql`duty_day`, 'STAMP_DUTY', 'from_amount_kobo')}
              then ${levyOn(sql`duty_day`, 'STAMP_DUTY', 'amount_kobo')} else 0 end)
        ) as fault (kind, is_found)
        where fault.is_found`,
    },
  },
  {
    faults: {
      'posted-charges-mismatch': {
        harm: 'imbalance',
        sentence: 'Transfers whose posted fee, VAT or stamp duty differs from their transaction',
      },
      'charge-price-mismatch': {
        harm: 'imbalance',
        sentence: 'Charges without a transaction whose amount differs from the rates and VAT on their due date',
      },
    },
    // A charge that an older release posted late does not record when it fell due: any rates of the preceding year are valid.
    rows: {
      of: 'transfer',
      between: ({ from, until }) => sql`
        with moved as (
          select transfer.id, coalesce(sum(amount_kobo) filter (where provider.kind = 'FEE_INCOME'), 0)::bigint as fee,
            coalesce(sum(amount_kobo) filter (where provider.kind = 'VAT_PAYABLE'), 0)::bigint as vat,
            coalesce(sum(amount_kobo) filter (where provider.kind = 'STAMP_DUTY_PAYABLE'), 0)::bigint as duty
          from transfer
          join entry on entry.transfer_id = transfer.id
          left join provider_account as provider on provider.id = entry.account_id
          where transfer.id >= ${from}::uuid and transfer.id < ${until}::uuid
            and transfer.kind in ('PAYOUT', 'COLLECTION', 'MOVE', 'CHARGE', 'SETTLEMENT', 'REFUND')
          group by transfer.id
        )
        select 'posted-charges-mismatch' as kind, moved.id
        from moved
        join transfer on transfer.id = moved.id
        join (select t.id, ${recordedCharges} from transaction as t ${linkedChargeJoin}) as said on said.id = transfer.transaction_id
        where (moved.fee, moved.vat, moved.duty) <> (said.fee, said.vat, said.duty)
        union all
        select 'charge-price-mismatch', moved.id
        from moved
        join transfer on transfer.id = moved.id, lateral (
          select case
              when source in ('kyc', 'staticAccounts', 'subaccount') then source
              when reference ^@ 'BVN-' then 'kyc'
              when reference ^@ 'OPEN-' or reference ^@ 'MAINT-' then 'staticAccounts'
              else 'subaccount'
            end as charge_group
        ) as charge
        where kind = 'CHARGE' and transaction_id is null and not exists (
          select from (
            select coalesce(due_at, at) as instant
            union all
            select boundary - interval '1 millisecond' from (
              select valid_from from merchant_charge as own where own.merchant_id = transfer.merchant_id and name = charge_group
              union all
              select from_day::timestamp at time zone 'Africa/Lagos' from levy where kind = 'VAT'
            ) as change (boundary)
            where due_at is null and boundary <= at and boundary > at - interval '366 days'
          ) as due, lateral ${ratesOf(sql`transfer.merchant_id`, sql`charge_group`, sql`instant`)} as rate
          where fee = any(${chargePrices})
            and vat = ${share(sql`fee`, levyOn(lagosDayOf(sql`instant`), 'VAT', 'rate_basis_points'))}
        )`,
    },
  },
  {
    faults: {
      'commission-vat-mismatch': {
        harm: 'imbalance',
        sentence: 'Bills whose commission VAT differs from the rate in force at their time',
      },
    },
    rows: sql`
      select 'commission-vat-mismatch' as kind, bill.id
      from bill_payment as bill, lateral (
        select ${levyOn(lagosDayOf(sql`bill.created_at`), 'VAT', 'rate_basis_points')} as rate
      ) as of_day
      where commission_vat_kobo <> (2 * commission_kobo * rate + 10000 + rate) / (2 * (10000 + rate))`,
  },
]
