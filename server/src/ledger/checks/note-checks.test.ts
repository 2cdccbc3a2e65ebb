import { notedTypes, watchedTypes } from '@kobo/contract/kit/record-kinds'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Transaction } from '../../db/database.ts'
import { someStaff } from '../../testing/dispute-bookkeeping.ts'
import { findingsAfter, healthyLedger, testChecks } from '../../testing/healthy-ledger.ts'
import { uuidv7 } from '../../uuid.ts'
import { noteChecks } from './note-checks.ts'

const { shop } = await healthyLedger()
const at = '2026-03-04T10:00:00.000Z'

interface SomeNote {
  type?: string
  recordId?: string
  mode?: string
  /** Actions that are audited. */
  audited?: readonly ('note.write' | 'note.strike')[]
  isStruck?: boolean
}

async function aNote(t: Transaction, note: SomeNote): Promise<void> {
  const { type = 'merchant', recordId = shop.merchantId, mode = 'PRODUCTION', isStruck } = note
  const staffId = await someStaff(t)
  await sql`
    insert into note (id, mode, record_type, record_id, staff_id, at, text, struck_at, struck_by) values (
      ${uuidv7()}, ${mode}, ${type}, ${recordId}, ${staffId}, ${at}, 'Called the owner', ${isStruck ? at : null},
      ${isStruck ? staffId : null})`.execute(t)
  for (const action of note.audited ?? ['note.write']) {
    await sql`insert into audit (id, at, staff_id, action, record_type, record_id)
      values (${uuidv7(Date.parse(at))}, ${at}, ${staffId}, ${action}, ${type}, ${recordId})`.execute(t)
  }
}

interface SomeWatch {
  type?: string
  recordId?: string
  mode?: string
  /** Whether the person has stopped watching. */
  isOver?: boolean
}

async function aWatch(t: Transaction, watch: SomeWatch): Promise<void> {
  const { type = 'merchant', recordId = shop.merchantId, mode = 'PRODUCTION', isOver } = watch
  await sql`
    insert into watch (staff_id, mode, record_type, record_id, since, ended_at)
    values (${await someStaff(t)}, ${mode}, ${type}, ${recordId}, ${at}, ${isOver ? at : null})`.execute(t)
}

describe('note checks', () => {
  testChecks(noteChecks, [
    ['a note on a record of the other mode', { 'note-without-record': 1 }, (t) => aNote(t, { mode: 'SANDBOX' })],
    ['a note that was written without an audit record', { 'note-without-audit': 1 }, (t) => aNote(t, { audited: [] })],
    [
      'a note that was struck through without an audit record',
      { 'note-without-audit': 1 },
      (t) => aNote(t, { isStruck: true }),
    ],
    ['a watch on a record of the other mode', { 'watch-without-record': 1 }, (t) => aWatch(t, { mode: 'SANDBOX' })],
    [
      'a watch that has ended, on a record that does not exist',
      { 'watch-without-record': 1 },
      (t) => aWatch(t, { recordId: uuidv7(), isOver: true }),
    ],
    [
      'a watch on a kind of record that nobody can watch',
      { 'watch-without-record': 1 },
      async (t) => await aWatch(t, { type: 'staff', recordId: await someStaff(t) }),
    ],
  ])

  it.each(notedTypes)('finds a note on a %s that does not exist', async (type) => {
    const recordId = type === 'transfer_route' ? 'SANDBOX' : uuidv7()
    expect(await findingsAfter((t) => aNote(t, { type, recordId }))).toEqual({ 'note-without-record': 1 })
  })

  it.each(watchedTypes)('finds a watch on a %s that does not exist', async (type) => {
    const recordId = type === 'transfer_route' ? 'SANDBOX' : uuidv7()
    expect(await findingsAfter((t) => aWatch(t, { type, recordId }))).toEqual({ 'watch-without-record': 1 })
  })

  it.each([
    ['merchant', 'select merchant_id::text as id from account limit 1'],
    ['wallet', 'select id::text from wallet limit 1'],
    ['child_account', "select id::text from account where kind = 'CHILD' limit 1"],
    ['transaction', 'select id::text from transaction limit 1'],
    ['dispute', 'select id::text from dispute limit 1'],
    ['role', "select 'SUPPORT' as id"],
    ['transfer_route', "select 'PRODUCTION' as id"],
  ])('finds nothing wrong with notes on a %s, and those who watch it', async (type, find) => {
    const plant = async (t: Transaction) => {
      const { rows } = await sql<{ id: string }>`${sql.raw(find)}`.execute(t)
      const recordId = rows[0]?.id ?? ''
      await aNote(t, { type, recordId, isStruck: true, audited: ['note.write', 'note.strike'] })
      await aWatch(t, { type, recordId })
    }
    expect(await findingsAfter(plant)).toEqual({})
  })

  it('finds nothing wrong with a mention of somebody who has left', async () => {
    const plant = async (t: Transaction) => {
      await aNote(t, {})
      const left = await someStaff(t)
      await sql`update staff set status = 'INACTIVE' where id = ${left}`.execute(t)
      await sql`insert into note_mention (note_id, staff_id) select id, ${left} from note`.execute(t)
    }
    expect(await findingsAfter(plant)).toEqual({})
  })
})
