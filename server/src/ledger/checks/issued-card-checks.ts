import { sql } from 'kysely'
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
      'spending-unmatched': {
        harm: 'lost',
        sentence: 'Card transactions without their purchase, or purchases without their transactions',
      },
      'spending-unlike-card': {
        harm: 'duplicated',
        sentence: 'Card transactions on another account, merchant or mode than their card',
      },
      'spending-of-other-kind': {
        harm: 'duplicated',
        sentence: 'Transactions with a card that are not card purchases, or card purchases without a card',
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
        ('spending-unmatched', spending.id is null or named.id is null or card.id is null
          or (named.card_id, named.mode) <> (spending.card_id, spending.mode)),
        ('spending-unlike-card', (card.account_id, card.merchant_id, card.mode)
          <> (spending.account_id, spending.merchant_id, spending.mode)),
        ('spending-of-other-kind', spending.card_id is null
          or (spending.category, spending.type) not in (('CARD_PAYMENT', 'DEBIT'), ('CARD_REVERSAL', 'CREDIT')))
      ) as fault (kind, is_found)
      where fault.is_found`,
  },
  {
    faults: {
      'purchase-of-other-status': {
        harm: 'lost',
        sentence: 'Card purchases whose transactions have another status or amount',
      },
      'authorisation-unheld': {
        harm: 'lost',
        sentence: 'Open authorisations whose hold is missing or differs from the authorised amount',
      },
      'clearing-differs': {
        harm: 'imbalance',
        sentence: 'Card purchases whose postings differ from the cleared, debited and covered amounts',
      },
      'return-differs': {
        harm: 'imbalance',
        sentence: 'Card purchases whose reversal differs from the purchase',
      },
      'authorised-after-reversal': {
        harm: 'lost',
        sentence: 'Card purchases that were authorised after the scheme had reversed them',
      },
      'cleared-twice': { harm: 'duplicated', sentence: 'Card purchases that were debited more than once' },
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
        ('purchase-of-other-status', case purchase.status
          when 'AUTHORISED' then held.status is distinct from 'PENDING'
          when 'DECLINED' then held.status is distinct from 'DECLINED'
          when 'EXPIRED' then held.status is distinct from 'FAILED'
          when 'REVERSED' then held.status is distinct from 'FAILED'
          else taken.status is distinct from case when cleared_kobo > covered_kobo then 'SUCCESS' else 'FAILED' end
        end),
        ('authorisation-unheld', purchase.status = 'AUTHORISED' and hold.amount_kobo is distinct from authorised_kobo),
        ('clearing-differs', (gone.of_payer, gone.of_recovery, gone.of_scheme) <> (
          coalesce(covered_kobo - cleared_kobo, 0), coalesce(-covered_kobo, 0), coalesce(cleared_kobo, 0))),
        ('return-differs', (returned.of_payer, returned.of_recovery, returned.of_scheme) <> (
          coalesce(is_back * (cleared_kobo - covered_kobo), 0), coalesce(is_back * covered_kobo, 0),
          coalesce(is_back * -cleared_kobo, 0)) or (back.id is not null) <> (purchase.status = 'RETURNED' and cleared_kobo > covered_kobo)),
        ('authorised-after-reversal', purchase.status in ('AUTHORISED', 'EXPIRED', 'REVERSED') and exists (
          select from early_reversal as early where (early.mode, early.reference) = (purchase.mode, purchase.reference))),
        ('cleared-twice', (
          select count(*) > 1 from transfer
          where kind = 'CLEARING' and transaction_id in (purchase.authorisation_id, purchase.transaction_id)))
      ) as fault (kind, is_found)
      where fault.is_found`,
  },
  {
    faults: {
      'batch-unlike-cards': {
        harm: 'duplicated',
        sentence: 'Card batches without exactly one card per holder, or with cards although not approved',
      },
      'card-unlike-holder': {
        harm: 'duplicated',
        sentence: 'Cards whose batch, wallet, merchant or account differs from their holder',
      },
      'deleted-card-pays': { harm: 'duplicated', sentence: 'Deleted cards with open holds' },
      'batch-without-audit': {
        harm: 'auditGaps',
        sentence: 'Decided card batches without an audit row',
      },
      'card-without-audit': {
        harm: 'auditGaps',
        sentence: 'Blocked or deleted cards without an audit row',
      },
    },
    rows: sql`
      select fault.kind, batch.id
      from card_batch as batch, lateral (
        select count(*) as holders, count(card_id) as cards from card_batch_holder where batch_id = batch.id
      ) as held, lateral (values
        ('batch-unlike-cards', held.holders <> quantity
          or held.cards <> case status when 'ACCEPTED' then quantity else 0 end
          or held.cards <> (select count(*) from card where card.batch_id = batch.id)),
        ('batch-without-audit', status <> 'PENDING' and not exists (
          select from audit where record_type = 'card_batch' and record_id = batch.id::text
            and action = case status when 'ACCEPTED' then 'card-batch.approve' else 'card-batch.decline' end))
      ) as fault (kind, is_found)
      where fault.is_found
      union all
      select fault.kind, card.id
      from card
      left join card_batch_holder as holder on holder.card_id = card.id
      left join account on account.id = card.account_id, lateral (values
        ('card-unlike-holder', holder.batch_id is distinct from card.batch_id
          or (holder.wallet_id, holder.merchant_id) is distinct from (card.wallet_id, card.merchant_id)
          or (account.wallet_id, account.merchant_id, account.mode)
            is distinct from (card.wallet_id, card.merchant_id, card.mode)),
        ('deleted-card-pays', card.status = 'DELETED' and exists (
          select from card_purchase where card_id = card.id and status = 'AUTHORISED')),
        ('card-without-audit', card.status <> 'ACTIVE' and not exists (
          select from audit where record_type = 'card' and record_id = card.id::text
            and action = case card.status when 'BLOCKED' then 'card.block' else 'card.delete' end))
      ) as fault (kind, is_found)
      where fault.is_found`,
  },
]
