import type { team } from '@kobo/contract/team'
import { everyWordIn } from '../../db/text-match.ts'
import { readPage } from '../../db/read-page.ts'
import type { Handler } from '../../http/handler.ts'

/** Lists current and former staff, newest first. Staff belong to both modes. Runs two statements. */
export const listMembers: Handler<typeof team.members> = async ({ name = '', ...page }, { db }) => {
  const { totalRecords, rows } = await readPage(db, page, (snapshot) => {
    const matching = snapshot
      .selectFrom('staff')
      .innerJoin('role', 'role.id', 'staff.role')
      .where(everyWordIn(['first_name', 'last_name'], name))
    const shown = matching
      .select(['staff.id', 'staff.created_at', 'first_name', 'last_name', 'email', 'status', 'role', 'access_until'])
      .select('role.name as role_name')
      .select(({ exists, selectFrom }) =>
        exists(
          selectFrom('second_factor')
            .select('staff_id')
            .whereRef('staff_id', '=', 'staff.id')
            .where('confirmed_at', 'is not', null),
        ).as('uses_app'),
      )
      .orderBy('staff.created_at', 'desc')
      .orderBy('staff.id', 'desc')
    return { matching, shown }
  })
  return {
    totalRecords,
    members: rows.map((row) => ({
      id: row.id,
      createdAt: row.created_at,
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
      status: row.status,
      role: row.role,
      roleName: row.role_name,
      accessUntil: row.access_until,
      usesApp: Boolean(row.uses_app),
    })),
  }
}
