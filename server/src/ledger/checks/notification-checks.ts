import { builtInRoles } from '@kobo/contract/kit/built-in-roles'
import { kindsOfNotes } from '@kobo/contract/kit/notification-kinds'
import { recordKinds, recordTypes } from '@kobo/contract/kit/record-kinds'
import { sql } from 'kysely'
import { type Check, checkedAt } from './check.ts'

const ofBuiltIn = builtInRoles.flatMap(({ id, rights }) => rights.map(({ permission }) => ({ id, permission })))

/**
 * Whether nobody is told of what their role may not read. What a role has lost is withdrawn within a minute, so that people whose
 * role changed within the last ten are left out.
 */
export const notificationChecks: Check[] = [
  {
    faults: {
      'notification-without-right': {
        harm: 'auditGaps',
        sentence: 'Unread notifications of people who may not read about the record',
      },
    },
    rows: sql`
      with granted (role, permission) as materialized (
        select role_id, permission from role_right
        union all
        select * from unnest(
          ${ofBuiltIn.map(({ id }) => id)}::text[], ${ofBuiltIn.map(({ permission }) => permission)}::text[])
      ), reader as materialized (
        select granted.role, type.name as record_type,
          exists (select from granted own where own.role = granted.role and own.permission = 'notes.read') as reads_notes
        from granted join unnest(
          ${recordTypes}::text[], ${recordTypes.map((type) => recordKinds[type].permission)}::text[]
        ) as type (name, permission) using (permission)
      )
      select 'notification-without-right' as kind, notification.id
      from notification join staff on staff.id = notification.staff_id
      where read_at is null
        and not exists (
          select from reader
          where reader.role = staff.role and reader.record_type = notification.record_type
            and (reads_notes or notification.kind <> all(${kindsOfNotes}::text[])))
        and not exists (
          select from audit
          where audit.at > ${checkedAt} - interval '10 minutes'
            and ((audit.record_type = 'staff' and audit.record_id = staff.id::text and audit.action = 'staff.change')
              or (audit.record_type = 'role' and audit.record_id = staff.role)))`,
  },
]
