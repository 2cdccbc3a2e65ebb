import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { transact } from '../db/transact.ts'
import { someAccounts } from '../testing/customer-accounts.ts'
import { aDatabase } from '../testing/database.ts'
import { plainTransaction } from '../testing/factories.ts'
import { transitionTransaction, recordTransaction, type TransactionStatus } from './transactions.ts'

const database = await aDatabase()
const { db } = database
afterAll(() => database.close())
const [merchant] = await someAccounts(db, 'PRODUCTION')

const statuses: TransactionStatus[] = ['QUEUED', 'PENDING', 'SUCCESS', 'FAILED']
const legal = ['QUEUED>PENDING', 'QUEUED>FAILED', 'PENDING>SUCCESS', 'PENDING>FAILED']
const steps = statuses.flatMap((from) => statuses.filter((to) => to !== from).map((to): Step => [from, to]))
type Step = [TransactionStatus, TransactionStatus]

async function recorded(status: TransactionStatus) {
  const row = plainTransaction(merchant, { status })
  await transact(db, (t) => recordTransaction(t, row))
  return row
}

async function statusOf(id: string): Promise<string> {
  const row = await db.selectFrom('transaction').select('status').where('id', '=', id).executeTakeFirstOrThrow()
  return row.status
}

async function counted(): Promise<unknown> {
  const { rows } = await sql`
    select sum(n)::int as n, sum(n_success)::int as successes, sum(success_kobo)::bigint as kobo from count_delta
  `.execute(db)
  return rows[0]
}

describe('transactions', () => {
  it.each(steps)('changes status from %s to %s only when the transition is allowed', async (from, to) => {
    const row = await recorded(from)
    const moving = transact(db, (t) => transitionTransaction(t, row, to))
    const isLegal = legal.includes(`${from}>${to}`)
    if (isLegal) expect(await moving).toBe(true)
    else await expect(moving).rejects.toThrow(`status of transaction cannot go from ${from} to ${to}`)
    expect(await statusOf(row.id)).toBe(isLegal ? to : from)
  })

  it('changes and counts nothing when another status change was first', async () => {
    const row = await recorded('PENDING')
    expect(await transact(db, (t) => transitionTransaction(t, row, 'FAILED'))).toBe(true)
    const before = await counted()
    expect(await transact(db, (t) => transitionTransaction(t, row, 'SUCCESS'))).toBe(false)
    expect(await statusOf(row.id)).toBe('FAILED')
    expect(await counted()).toEqual(before)
  })

  it('changes status once under concurrent calls', async () => {
    const row = await recorded('PENDING')
    const moves = Array.from({ length: 12 }, (_, turn) =>
      transact(db, (t) => transitionTransaction(t, row, turn % 2 === 0 ? 'SUCCESS' : 'FAILED')),
    )
    expect((await Promise.all(moves)).filter((moved) => moved)).toHaveLength(1)
  })

  it('counts a success once, also when fields are added afterwards', async () => {
    const row = await recorded('PENDING')
    const paid_at = '2026-03-04T10:00:05.000Z'
    await transact(db, (t) => transitionTransaction(t, row, 'SUCCESS', { paid_at }))
    const before = await counted()
    expect(
      await transact(db, (t) => transitionTransaction(t, { ...row, status: 'SUCCESS' }, 'SUCCESS', { alert: 'Seen' })),
    ).toBe(true)
    expect(await counted()).toEqual(before)
    const stored = await db.selectFrom('transaction').select(['paid_at', 'alert']).where('id', '=', row.id).execute()
    expect(stored).toEqual([{ paid_at, alert: 'Seen' }])
  })

  it('rolls back row and count when the surrounding work fails', async () => {
    const before = await counted()
    const row = plainTransaction(merchant, { status: 'SUCCESS' })
    const failing = transact(db, async (t) => {
      await recordTransaction(t, row)
      throw new Error('The work around it failed')
    })
    await expect(failing).rejects.toThrow('The work around it failed')
    expect(await counted()).toEqual(before)
    expect(await db.selectFrom('transaction').select('id').where('id', '=', row.id).execute()).toEqual([])
  })

  it('keeps references unique per mode except for the other side of a book transfer', async () => {
    const { reference } = await recorded('QUEUED')
    const again = (fields: object) =>
      transact(db, (t) => recordTransaction(t, plainTransaction(merchant, { reference, ...fields })))
    await expect(again({})).rejects.toMatchObject({ code: '23505' })
    await again({ type: 'CREDIT' })
    await expect(again({ type: 'CREDIT' })).rejects.toMatchObject({ code: '23505' })
    await again({ mode: 'SANDBOX' })
  })
})
