import { sql } from 'kysely'
import { retiredUntil } from '../audit-seals/retired-audit.ts'
import type { Check } from './check.ts'

/** Amounts moved by a purchase's clearing or reversal, by kind of account. */
const movedBy = (kind: 'CLEARING' | 'REVERSAL') => sql`lateral (
  select coalesce(sum(entry.amount_kobo) filter (where entry.account_id = card.account_id), 0) as of_payer,
    coalesce(sum(entry.amount_kobo) filter (where provider.kind = 'RECOVERY'), 0) as of_recovery,
    coalesce(sum(entry.amount_kobo) filter (where provider.kind = 'SCHEME_FLOAT'), 0) as of_scheme
  from transfer
  join entry on entry.transfer_id = transfer.id
  left join provider_account as provider on provider.id = entry.account_id
  where transfer.kind = ${sql.lit(kind)} and ${
    kind === 'CLEARING'
      ? sql`transfer.transaction_id in (purchase.authorisation_id, purchase.transaction_id)`
      : sql`(transfer.transaction_id = purchase.reversal_id or transfer.transaction_id is null
        and transfer.reference = taken.reference || '/R' and transfer.mode = purchase.mode)`
  }
)`

/** Whether purchases by issued cards are held, debited once, owed to the scheme, and reversed as recorded. */
export const issuedCardChecks: Check[] = [
  {
    faults: {
      'card-transaction-unmatched': {
        harm: 'lost',
        sentence: 'Card transactions without a card purchase, or purchases without a transaction',
      },
      'card-transaction-mismatch': {
        harm: 'duplicated',
        sentence: 'Card transactions whose account, merchant or mode differs from their card',
      },
      'card-transaction-kind-mismatch': {
        harm: 'duplicated',
        sentence: 'Transactions with a card that are not card payments, or issued-card payments without a card',
      },
    },
    rows: sql`
      with named as (
        select authorisation_id as id, card_id, mode from card_purchase where authorisation_id is not null
        union select transaction_id, card_id, mode from card_purchase where transaction_id is not null
        union select reversal_id, card_id, mode from card_purchase where reversal_id is not null
      ), spending as (
        select * from transaction
        where card_id is not null or category = 'CARD_REVERSAL' or category = 'CARD_PAYMENT' and type = 'DEBIT'
      )
      select fault.kind, coalesce(spending.id, named.id) as id
      from spending
      full join named on named.id = spending.id
      left join card on card.id = spending.card_id, lateral (values
        ('card-transaction-unmatched', spending.id is null or named.id is null or card.id is null
          or (named.card_id, named.mode) <> (spending.card_id, spending.mode)),
        ('card-transaction-mismatch', (card.account_id, card.merchant_id, card.mode)
          <> (spending.account_id, spending.merchant_id, spending.mode)),
        ('card-transaction-kind-mismatch', spending.card_id is null
          or (spending.category, spending.type) not in (('CARD_PAYMENT', 'DEBIT'), ('CARD_REVERSAL', 'CREDIT')))
      ) as fault (kind, is_found)
      where fault.is_found`,
  },
  {
    faults: {
      'purchase-status-mismatch': {
        harm: 'lost',
        sentence: 'Card purchases whose status differs from their transactions',
      },
      'authorisation-hold-mismatch': {
        harm: 'lost',
        sentence: 'Open authorisations whose hold is missing or has another amount',
      },
      'clearing-mismatch': {
        harm: 'imbalance',
        sentence: 'Card purchases whose clearing postings differ from the cleared, debited and covered amounts',
      },
      'return-mismatch': {
        harm: 'imbalance',
        sentence: 'Returned card purchases whose return postings differ from their clearing',
      },
      'authorised-after-reversal': {
        harm: 'lost',
        sentence: 'Card purchases authorised after the scheme had reversed them',
      },
      'duplicate-clearing': { harm: 'duplicated', sentence: 'Card purchases cleared more than once' },
    },
    rows: sql`
      select fault.kind, purchase.id
      from card_purchase as purchase
      join card on card.id = purchase.card_id
      left join transaction as held on held.id = purchase.authorisation_id
      left join transaction as taken on taken.id = purchase.transaction_id
      left join transaction as back on back.id = purchase.reversal_id
      left join hold on hold.transaction_id = held.id and hold.status = 'HELD'
      cross join ${movedBy('CLEARING')} as gone
      cross join ${movedBy('REVERSAL')} as returned
      cross join lateral (values ((purchase.status = 'RETURNED')::int)) as told (is_back), lateral (values
        ('purchase-status-mismatch', case purchase.status
          when 'AUTHORISED' then held.status is distinct from 'PENDING'
          when 'DECLINED' then held.status is distinct from 'DECLINED'
          when 'EXPIRED' then held.status is distinct from 'FAILED'
          when 'REVERSED' then held.status is distinct from 'FAILED'
          else taken.status is distinct from case when cleared_kobo > covered_kobo then 'SUCCESS' else 'FAILED' end
        end),
        ('authorisation-hold-mismatch', purchase.status = 'AUTHORISED' and hold.amount_kobo is distinct from authorised_kobo),
        ('clearing-mismatch', (gone.of_payer, gone.of_recovery, gone.of_scheme) <> (
          coalesce(covered_kobo - cleared_kobo, 0), coalesce(-covered_kobo, 0), coalesce(cleared_kobo, 0))),
        ('return-mismatch', (returned.of_payer, returned.of_recovery, returned.of_scheme) <> (
          coalesce(is_back * (cleared_kobo - covered_kobo), 0), coalesce(is_back * covered_kobo, 0),
          coalesce(is_back * -cleared_kobo, 0)) or (back.id is not null) <> (purchase.status = 'RETURNED' and cleared_kobo > covered_kobo)),
        ('authorised-after-reversal', purchase.status in ('AUTHORISED', 'EXPIRED', 'REVERSED') and exists (
          select from early_reversal as early where (early.mode, early.reference) = (purchase.mode, purchase.reference))),
        ('duplicate-clearing', (
          select count(*) > 1 from transfer
          where kind = 'CLEARING' and transaction_id in (purchase.authorisation_id, purchase.transaction_id)))
      ) as fault (kind, is_found)
      where fault.is_found`,
  },
  {
    faults: {
      'card-batch-mismatch': {
        harm: 'duplicated',
        sentence: 'Card batches without one card per holder, or with cards but without an approval',
      },
      'card-holder-mismatch': {
        harm: 'duplicated',
        sentence: 'Cards whose batch, wallet, merchant or account differs from their holder',
      },
      'deleted-card-with-hold': { harm: 'duplicated', sentence: 'Deleted cards with open holds' },
      'card-batch-without-audit': {
        harm: 'auditGaps',
        sentence: 'Decisions on card batches without an audit record',
      },
      'card-without-audit': {
        harm: 'auditGaps',
        sentence: 'Cards blocked or deleted without an audit record',
      },
    },
    rows: sql`
      select fault.kind, batch.id
      from card_batch as batch, lateral (
        select count(*) as holders, count(card_id) as cards from card_batch_holder where batch_id = batch.id
      ) as held, lateral (values
        ('card-batch-mismatch', held.holders <> quantity
          or held.cards <> case status when 'ACCEPTED' then quantity else 0 end
          or held.cards <> (select count(*) from card where card.batch_id = batch.id)),
        ('card-batch-without-audit', status <> 'PENDING' and batch.created_at > ${retiredUntil} and not exists (
          select from audit where record_type = 'card_batch' and record_id = batch.id::text
            and action = case status when 'ACCEPTED' then 'card-batch.approve' else 'card-batch.decline' end))
      ) as fault (kind, is_found)
      where fault.is_found
      union all
      select fault.kind, card.id
      from card
      left join card_batch_holder as holder on holder.card_id = card.id
      left join account on account.id = card.account_id, lateral (values
        ('card-holder-mismatch', holder.batch_id is distinct from card.batch_id
          or (holder.wallet_id, holder.merchant_id) is distinct from (card.wallet_id, card.merchant_id)
          or (account.wallet_id, account.merchant_id, account.mode)
            is distinct from (card.wallet_id, card.merchant_id, card.mode)),
        ('deleted-card-with-hold', card.status = 'DELETED' and exists (
          select from card_purchase where card_id = card.id and status = 'AUTHORISED')),
        ('card-without-audit', card.status <> 'ACTIVE' and card.created_at > ${retiredUntil} and not exists (
          select from audit where record_type = 'card' and record_id = card.id::text
            and action = case card.status when 'BLOCKED' then 'card.block' else 'card.delete' end))
      ) as fault (kind, is_found)
      where fault.is_found`,
  },
]
