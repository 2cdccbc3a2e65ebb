import { sql } from 'kysely'
import { retiredUntil } from '../audit-seals/retired-audit.ts'
import type { Check } from './check.ts'

/** Whether each open lien holds its amount as far as funds arrived, and no other lien holds anything. */
export const lienChecks: Check[] = [
  {
    faults: {
      'lien-without-hold': { harm: 'lost', sentence: 'Open liens without a hold' },
      'orphaned-lien-hold': { harm: 'lost', sentence: 'Holds for liens that are over or do not exist' },
      'lien-hold-mismatch': {
        harm: 'duplicated',
        sentence: 'Lien holds whose account or intended amount differs from their lien, or that exceed it',
      },
      'lien-without-audit': {
        harm: 'auditGaps',
        sentence: 'Liens that an operator placed or released without an audit record',
      },
    },
    rows: sql`
      select fault.kind, coalesce(lien.id, held.lien_id) as id
      from lien
      full join (select * from hold where lien_id is not null and status = 'HELD') as held on held.lien_id = lien.id, lateral (values
        ('lien-without-hold', lien.ended_at is null and held.id is null),
        ('orphaned-lien-hold', held.id is not null and (lien.id is null or lien.ended_at is not null)),
        ('lien-hold-mismatch', held.account_id <> lien.account_id or held.merchant_id <> lien.merchant_id
          or held.wanted_kobo is distinct from lien.amount_kobo and lien.id is not null and held.id is not null
          or held.amount_kobo > lien.amount_kobo),
        ('lien-without-audit', lien.id is not null and lien.created_at > ${retiredUntil} and (not exists (
            select from audit where record_type = 'lien' and record_id = lien.id::text and action = 'lien.place')
          or lien.ended_by is not null and not exists (
            select from audit where record_type = 'lien' and record_id = lien.id::text and action = 'lien.release')))
      ) as fault (kind, is_found)
      where fault.is_found`,
  },
]
