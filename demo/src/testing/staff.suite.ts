import { isPassword } from '@kobo/server/http/passwords'
import { describe, expect, it } from 'vitest'
import { count, now, rows, world } from './world.ts'

export function testStaff(): void {
  describe('staff', () => {
    it('records an audit entry for each decision of the last 30 days', async () => {
      const since = `'${now.toISOString()}'::timestamptz - interval '30 days'`
      expect(await count(`audit where at < ${since}`)).toBe(0)
      const decided = await count(`merchant where decided_at >= ${since}`)
      expect(decided).toBeGreaterThan(30)
      expect(await count(`audit where action in ('merchant.approve', 'merchant.decline')`)).toBe(decided)
      const upgrades = await count(`merchant_upgrade where decided_at >= ${since}`)
      expect(await count(`audit where action in ('merchant-upgrade.approve', 'merchant-upgrade.decline')`)).toBe(
        upgrades,
      )
      const matching = `audit a join merchant m on m.id::text = a.record_id and m.decided_by = a.staff_id and m.decided_at = a.at`
      expect(await count(`${matching} where a.after->>'verified' = m.verified`)).toBe(decided)
    })

    it('creates an admin, deciding colleagues and an auditor with the demo password', async () => {
      const staff = await world().database.db.selectFrom('staff').selectAll().orderBy('id').execute()
      const admin = staff.find(({ email }) => email === 'admin@demo.test')
      expect(admin).toMatchObject({ first_name: 'Adaeze', last_name: 'Okonkwo', role: 'ADMIN', status: 'ACTIVE' })
      expect(staff.find(({ email }) => email === 'auditor@demo.test')).toMatchObject({
        role: 'AUDITOR',
        status: 'ACTIVE',
      })
      for (const { password_hash } of staff) expect(await isPassword(password_hash, 'kobo-demo-2026')).toBe(true)
      expect(
        await count(`staff where exists (select from merchant where decided_by = staff.id)`),
      ).toBeGreaterThanOrEqual(5)
    })

    it('creates accepted, pending and expired invites, and active and inactive members of every role', async () => {
      const at = `'${now.toISOString()}'::timestamptz`
      const invites = await rows(`
      select consumated_at is not null as accepted, expires_at <= ${at} and consumated_at is null as late, count(*)::int as n
      from invite group by 1, 2 order by 1, 2`)
      expect(invites).toEqual([
        { accepted: false, late: false, n: 3 },
        { accepted: false, late: true, n: 2 },
        { accepted: true, late: false, n: 15 },
      ])
      expect(await count('invite join staff using (email) where consumated_at = staff.created_at')).toBe(15)
      const members = await rows(
        'select role.name as role, status, count(*)::int as n from staff join role on role.id = role group by 1, 2 order by 1, 2',
      )
      expect(members).toEqual([
        { role: 'Administrator', status: 'ACTIVE', n: 6 },
        { role: 'Administrator', status: 'INACTIVE', n: 1 },
        { role: 'Auditor', status: 'ACTIVE', n: 2 },
        { role: 'Auditor', status: 'INACTIVE', n: 1 },
        { role: 'Compliance', status: 'ACTIVE', n: 1 },
        { role: 'Finance', status: 'ACTIVE', n: 1 },
        { role: 'Night desk', status: 'ACTIVE', n: 1 },
        { role: 'Operations', status: 'ACTIVE', n: 1 },
        { role: 'Support', status: 'ACTIVE', n: 1 },
      ])
      const inactiveAudits = `audit a join staff on staff.id::text = a.record_id and staff.status = 'INACTIVE'`
      expect(
        await count(`${inactiveAudits} where a.action = 'staff.change' and a.after->>'status' = staff.status`),
      ).toBe(2)
    })
  })
}
