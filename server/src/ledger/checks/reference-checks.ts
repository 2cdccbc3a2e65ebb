import { sql } from 'kysely'
import type { Check } from './check.ts'

/** Whether every reference has its uniqueness key, and no key lacks its reference. */
export const referenceChecks: Check[] = [
  {
    faults: {
      'reference-without-key': { harm: 'lost', sentence: 'Transactions and batches whose reference has no key' },
      'reference-used-twice': {
        harm: 'duplicated',
        sentence: 'Transactions and batches that share a reference with another of the same merchant',
      },
      'key-without-record': { harm: 'lost', sentence: 'Reference keys without a transaction or batch' },
      'key-of-other-reference': {
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
        ('reference-used-twice', holder.id is not null),
        ('key-without-record', paired.id is null),
        ('key-of-other-reference', paired.id is not null and key_id is not null and differs)
      ) as fault (kind, is_found)
      where fault.is_found`,
  },
]
