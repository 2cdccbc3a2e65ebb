import type { Selectable } from 'kysely'
import { builtInRoles } from '@kobo/contract/kit/built-in-roles'
import { permissionLabel } from '@kobo/contract/kit/permission-areas'
import { consumeInvite } from '@kobo/server/areas/invites/accept-invite'
import { createInvite } from '@kobo/server/areas/invites/create-invite'
import { findInvite } from '@kobo/server/areas/invites/invites'
import type { Database } from '@kobo/server/db/database'
import { insertRows } from '@kobo/server/db/insert-rows'
import type { Staff } from '@kobo/server/db/tables'
import { writeAudit } from '@kobo/server/db/audit'
import { dayMs } from './calendar.ts'
import { inTheMorning, nightDesk } from './colleagues.ts'

/** Open invites with their age in days; their links expire after seven. */
const invited = [
  { email: 'yakubu.danjuma@demo.test', firstName: 'Yakubu', lastName: 'Danjuma', days: 1 },
  { email: 'ronke.sowande@demo.test', firstName: 'Ronke', lastName: 'Sowande', days: 2 },
  { email: 'chinedu.mbah@demo.test', firstName: 'Chinedu', lastName: 'Mbah', days: 6 },
  { email: 'ibironke.coker@demo.test', firstName: 'Ibironke', lastName: 'Coker', days: 12 },
  { email: 'uzoma.ekwueme@demo.test', firstName: 'Uzoma', lastName: 'Ekwueme', days: 26 },
]

const leftDaysAgo = 9
const nightDeskDays = 21
const nightDeskRights = (builtInRoles.find(({ id }) => id === 'SUPPORT')?.rights ?? [])
  .map(({ permission }) => permission)
  .filter((permission) => permission !== 'refunds.write')

/** Adds the staff with their accepted invites, open invites, and staff who have left. */
export async function fillTeam(db: Database, staff: readonly Selectable<Staff>[], now: Date): Promise<void> {
  await fillRoles(db, now)
  for (const member of staff) await acceptedBy(db, member)
  await insertRows(db, 'staff', staff)
  const [first] = staff
  if (!first) return
  await db.updateTable('role').set({ created_by: first.id }).where('id', '=', nightDesk.id).execute()
  const by = (at: Date) => ({ staffId: first.id, sessionId: null, mode: 'PRODUCTION', requestId: 'demo', at }) as const
  await writeAudit(db, by(inTheMorning(now, nightDeskDays, 0)), {
    action: 'role.create',
    recordType: 'role',
    recordId: nightDesk.id,
    after: { name: nightDesk.name, about: nightDesk.about, rights: nightDeskRights.map(permissionLabel) },
    reason: 'The desk is open at night from now on',
  })
  for (const [index, { days, ...person }] of invited.entries()) {
    const at = inTheMorning(now, days, index)
    await createInvite(db, person, at)
    const { email, firstName, lastName } = person
    const about = { recordType: 'invite' as const, recordId: email, after: { firstName, lastName } }
    await writeAudit(db, by(at), { action: 'invite.create', ...about })
  }
  for (const [index, { id, role, status }] of staff.entries()) {
    if (status === 'ACTIVE') continue
    await writeAudit(db, by(inTheMorning(now, leftDaysAgo, index)), {
      action: 'staff.change',
      recordType: 'staff',
      recordId: id,
      before: { status: 'ACTIVE', role },
      after: { status: 'INACTIVE', role },
      reason: 'Has left the company',
    })
  }
}

/** Adds the role that the team created. */
async function fillRoles(db: Database, now: Date): Promise<void> {
  const created_at = inTheMorning(now, nightDeskDays, 0).toISOString()
  await db
    .insertInto('role')
    .values({ ...nightDesk, created_at })
    .execute()
  const rights = nightDeskRights.map((permission) => ({ role_id: nightDesk.id, permission, max_kobo: null }))
  await db.insertInto('role_right').values(rights).execute()
}

/** Adds the accepted invite of a staff member, sent the day before hiring. */
async function acceptedBy(db: Database, member: Selectable<Staff>): Promise<void> {
  const { email, first_name: firstName, last_name: lastName, role, access_until: accessUntil } = member
  const hired = new Date(member.created_at)
  const code = await createInvite(
    db,
    { email, firstName, lastName, role, accessUntil },
    new Date(hired.getTime() - dayMs),
  )
  await consumeInvite(db, await findInvite({ db }, email, code), hired)
}
