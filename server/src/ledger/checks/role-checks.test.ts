import { sql } from 'kysely'
import { describe } from 'vitest'
import type { Transaction } from '../../db/database.ts'
import { healthyLedger, testChecks } from '../../testing/healthy-ledger.ts'
import { auditRow } from '../../testing/ledger-fixtures.ts'
import { uuidv7 } from '../../uuid.ts'
import { roleChecks } from './role-checks.ts'

await healthyLedger()

async function aMember(t: Transaction, role: string): Promise<void> {
  const id = uuidv7()
  await sql`insert into staff (id, created_at, email, first_name, last_name, role)
    values (${id}, now(), ${`${id}@demo.test`}, 'Bola', 'Ade', ${role})`.execute(t)
}

async function aRole(t: Transaction, { audited }: { audited: boolean }): Promise<string> {
  const id = uuidv7()
  await sql`insert into role (id, name, about, created_at) values (${id}, ${id}, '', now())`.execute(t)
  if (audited) await auditRow(t, 'role.create', ['role', id], {})
  return id
}

const giveRight = (t: Transaction, role: string, permission: string) =>
  sql`insert into role_right (role_id, permission) values (${role}, ${permission})`.execute(t)

describe('role checks', () => {
  testChecks(roleChecks, [
    [
      'staff without an active administrator',
      { 'no-administrator': 1 },
      (t) => sql`update staff set status = 'INACTIVE', password_hash = 'x'`.execute(t),
    ],
    [
      'a right that no release grants',
      { 'unknown-right': 1 },
      async (t) => giveRight(t, await aRole(t, { audited: true }), 'ledger.rewrite'),
    ],
    ['a right added to a built-in role', { 'right-of-built-in-role': 1 }, (t) => giveRight(t, 'AUDITOR', 'team.write')],
    ['a role that was created outside the console', { 'role-without-audit': 1 }, (t) => aRole(t, { audited: false })],
    [
      'a member whose role was retired',
      { 'retired-role-in-use': 1 },
      async (t) => {
        const role = await aRole(t, { audited: true })
        await aMember(t, 'ADMIN')
        await aMember(t, role)
        await sql`update role set retired_at = now() where id = ${role}`.execute(t)
      },
    ],
  ])
})
