import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Transaction } from '../../db/database.ts'
import { someStaff } from '../../testing/dispute-bookkeeping.ts'
import { findingsAfter, healthyLedger, testChecks } from '../../testing/healthy-ledger.ts'
import { uuidv7 } from '../../uuid.ts'
import { notificationChecks } from './notification-checks.ts'

const { shop } = await healthyLedger()
const createdMs = Date.parse('2026-03-04T10:00:00Z')
const nowMs = Date.now()

interface SomeNotification {
  /** Permissions of a role of its own; without them a built-in role. */
  permissions?: readonly string[]
  role?: string
  kind?: string
  isRead?: boolean
}

async function aNotification(t: Transaction, about: SomeNotification): Promise<string> {
  const { permissions, role = 'SUPPORT', kind = 'CHANGE', isRead = false } = about
  const staffId = await someStaff(t)
  const roleId = permissions ? uuidv7() : role
  if (permissions) {
    await sql`insert into role (id, name, about, created_at) values (${roleId}, ${roleId}, '', now())`.execute(t)
    // Audited long ago, as creating a role is.
    await sql`insert into audit (id, at, action, record_type, record_id)
      values (${uuidv7(createdMs)}, ${new Date(createdMs).toISOString()}, 'role.create', 'role', ${roleId})`.execute(t)
    for (const permission of permissions) {
      await sql`insert into role_right (role_id, permission) values (${roleId}, ${permission})`.execute(t)
    }
  }
  await sql`update staff set role = ${roleId} where id = ${staffId}`.execute(t)
  await sql`
    insert into notification (id, staff_id, mode, kind, record_type, record_id, source_id, facts, at, read_at)
    values (${uuidv7()}, ${staffId}, 'PRODUCTION', ${kind}, 'merchant', ${shop.merchantId}, 'event', '{}', now(),
      ${isRead ? sql`now()` : sql`null`})`.execute(t)
  return staffId
}

describe('notification checks', () => {
  testChecks(notificationChecks, [
    [
      'an unread notification about a record that the role may not read',
      { 'notification-without-right': 1 },
      async (t) => void (await aNotification(t, { permissions: ['notes.read'] })),
    ],
    [
      'an unread notification about a note of somebody who may not read notes',
      { 'notification-without-right': 1 },
      async (t) => void (await aNotification(t, { permissions: ['merchants.read'], kind: 'NOTE' })),
    ],
  ])

  it.each<[string, SomeNotification]>([
    ['of a built-in role', {}],
    ['of an administrator', { role: 'ADMIN', kind: 'MENTION' }],
    ['of a role with the rights', { permissions: ['merchants.read', 'notes.read'], kind: 'MENTION' }],
    ['that was read', { permissions: [], isRead: true }],
  ])('finds nothing wrong with a notification %s', async (_what, about) => {
    expect(await findingsAfter(async (t) => void (await aNotification(t, about)))).toEqual({})
  })

  it('leaves out what a role has just lost', async () => {
    const plant = async (t: Transaction) => {
      const staffId = await aNotification(t, { permissions: [] })
      await sql`insert into audit (id, at, action, record_type, record_id)
        values (${uuidv7(nowMs)}, ${new Date(nowMs).toISOString()}, 'staff.change', 'staff', ${staffId})`.execute(t)
    }
    expect(await findingsAfter(plant)).toEqual({})
  })
})
