import { sql } from 'kysely'
import type { Check } from './check.ts'

/** Whether every reference has its uniqueness key, and no key lacks its reference. */
export const referenceChecks: Check[] = [
  {
    faults: {
      'reference-without-key': { harm: 'lost', sentence: 'Transactions and batches without a reference key' },
      'duplicate-reference': {
        harm: 'duplicated',
        sentence: 'Transactions and batches whose reference another one of the same merchant has',
      },
      'orphaned-reference-key': { harm: 'lost', sentence: 'Reference keys without a transaction or batch' },
      'reference-key-mismatch': {
        harm: 'duplicated',
        sentence: 'Reference keys that differ from the reference of their record',
      },
    },
    rows: sql`
      with named as (
        select merchant_id, mode, type as kind, reference, id from transaction
        union all
        select merchant_id, mode, 'BATCH', reference, id from bulk_batch
      ), paired as (
        select named.*, own.id as key_id, (own.merchant_id, own.mode, own.kind, own.reference)
          is distinct from (named.merchant_id, named.mode, named.kind, named.reference) as differs
        from named full join reference_key as own on own.id = named.id
      )
      select fault.kind, coalesce(paired.id, key_id) as id
      from paired left join reference_key as holder on paired.key_id is null
        and (holder.merchant_id, holder.mode, holder.kind, holder.reference)
          = (paired.merchant_id, paired.mode, paired.kind, paired.reference), lateral (values
        ('reference-without-key', key_id is null and holder.id is null),
        ('duplicate-reference', holder.id is not null),
        ('orphaned-reference-key', paired.id is null),
        ('reference-key-mismatch', paired.id is not null and key_id is not null and differs)
      ) as fault (kind, is_found)
      where fault.is_found`,
  },
]
