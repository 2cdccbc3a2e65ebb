import { sql } from 'kysely'
import { latenessMs, noSeal, storedSealHash } from '../audit-seals/audit-seal.ts'
import { type SealFault, sealFaults } from '../audit-seals/seal-faults.ts'
import { retiredThrough } from '../audit-seals/retired-audit.ts'
import type { Check } from './check.ts'

/** Rows that are older than this were added too late, unless they are sealed. */
const closedAt = sql`(select watermark - ${latenessMs} * interval '1 millisecond' from audit_seal order by no desc limit 1)`

/** Missing numbers that are named of one gap at most. */
const gapNumbers = 1_000

/** Whether the audit is as it was sealed. The proofs, which require the secret, are checked apart. */
export const sealChecks: Check[] = [
  {
    faults: faultsOf('audit-row-changed', 'audit-row-removed', 'audit-row-late', 'audit-row-misdated'),
    rows: {
      of: 'audit',
      between: ({ from, until }) => sql`
        select kind, id from (
          select coalesce(audit_id, row.id)::text as id,
            case
              when row.id is null then case when seal_no > ${retiredThrough} then 'audit-row-removed' end
              when audit_id is null and least(at, uuid_time(row.id)) < ${closedAt} then 'audit-row-late'
              when sealed.leaf <> row.leaf then 'audit-row-changed'
              when at <> uuid_time(row.id) then 'audit-row-misdated'
            end as kind
          from (select id, at, audit_leaf_1(audit) as leaf from audit where id >= ${from} and id < ${until}) as row
          full join (
            select audit_id, seal_no, leaf from audit_sealed where audit_id >= ${from} and audit_id < ${until}
          ) as sealed on audit_id = row.id
        ) as compared where kind is not null`,
    },
  },
  {
    faults: faultsOf('audit-seal-missing', 'audit-seal-altered'),
    rows: sql`
      with seal as (
        select *, lag(no, 1, 0) over chain as no_before, lag(hash) over chain as hash_before,
          lag(total) over chain as total_before
        from audit_seal window chain as (order by no)
      ), content as (
        select seal_no, count(*) as rows, max(place) as last_place, sha256(string_agg(leaf, ''::bytea order by place)) as leaves
        from audit_sealed group by seal_no
      )
      select 'audit-seal-missing' as kind, missing::text as id
      from seal, generate_series(no_before + 1, least(no - 1, no_before + ${gapNumbers})) as missing
      union
      select case when no is null then 'audit-seal-missing' else 'audit-seal-altered' end, coalesce(no, seal_no)::text
      from seal full join content on seal_no = no
      where no is null or form <> 1 or hash <> ${storedSealHash}
        or n <> coalesce(rows, 0) or n <> coalesce(last_place + 1, 0)
        or leaves_sha256 <> coalesce(leaves, sha256(''))
        or first_id is distinct from (select audit_id from audit_sealed where seal_no = no and place = 0)
        or last_id is distinct from (select audit_id from audit_sealed where seal_no = no and place = n - 1)
        or no_before = no - 1 and (
          previous <> coalesce(hash_before, decode(${noSeal}, 'hex')) or total <> coalesce(total_before, 0) + n
        )`,
  },
  {
    faults: faultsOf('audit-retirement-altered'),
    rows: sql`
      select 'audit-retirement-altered' as kind, first_seal || '-' || last_seal as id
      from (select *, lag(last_seal, 1, 0) over (order by first_seal) as last_before from audit_retired) as retired
      left join audit on audit.id = audit_id
      cross join lateral (
        select sum(seal.n) as n, max(uuid_time(last_id)) as until
        from audit_seal as seal where no between first_seal and last_seal
      ) as sealed
      where first_seal <> last_before + 1
        or retired.until > retired.at - interval '7 years' or retired.at > now() + interval '1 hour'
        or retired.n is distinct from sealed.n or retired.until is distinct from sealed.until
        or case when audit.id is null then not exists (
            select from audit_sealed where audit_sealed.audit_id = retired.audit_id)
          else audit.action <> 'audit.retire' or not coalesce(audit.after @> jsonb_build_object(
            'firstSeal', first_seal, 'lastSeal', last_seal, 'records', retired.n, 'file', file_name,
            'fileSha256', encode(file_sha256, 'hex')), false)
          end`,
  },
]

function faultsOf(...kinds: SealFault[]): Check['faults'] {
  return Object.fromEntries(kinds.map((kind) => [kind, { harm: 'auditGaps', sentence: sealFaults[kind] }]))
}
