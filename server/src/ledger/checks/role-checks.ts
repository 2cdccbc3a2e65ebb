import { permissions } from '@kobo/contract/kit/permission'
import { sql } from 'kysely'
import { retiredUntil } from '../audit-seals/retired-audit.ts'
import type { Check } from './check.ts'

/** Whether the rights of operators stand as they were given. */
export const roleChecks: Check[] = [
  {
    faults: {
      'no-administrator': {
        harm: 'auditGaps',
        sentence: 'Members with a password, but no active administrator among them',
      },
    },
    rows: sql`
      select 'no-administrator' as kind, min(id::text) as id from staff
      having count(password_hash) > 0 and count(*) filter (where role = 'ADMIN' and status = 'ACTIVE') = 0`,
  },
  {
    faults: {
      'unknown-right': { harm: 'auditGaps', sentence: 'Rights of roles that this release does not know' },
      'right-of-built-in-role': { harm: 'auditGaps', sentence: 'Rights added to built-in roles' },
    },
    rows: sql`
      select case when is_built_in then 'right-of-built-in-role' else 'unknown-right' end as kind,
        role_id || ' ' || permission as id
      from role_right join role on role.id = role_id
      where is_built_in or permission <> all(${permissions.filter((name) => name !== 'public' && name !== 'own')}::text[])`,
  },
  {
    faults: {
      'role-without-audit': { harm: 'auditGaps', sentence: 'Roles whose version has no audit record' },
    },
    rows: sql`
      select 'role-without-audit' as kind, id from role
      where not is_built_in and created_at > ${retiredUntil} and version > (
        select count(*) from audit
        where record_type = 'role' and record_id = role.id and action in ('role.create', 'role.update'))`,
  },
  {
    faults: {
      'retired-role-in-use': { harm: 'auditGaps', sentence: 'Active members whose role was retired' },
    },
    rows: sql`
      select 'retired-role-in-use' as kind, staff.id::text as id from staff join role on role.id = staff.role
      where staff.status = 'ACTIVE' and retired_at is not null`,
  },
]
