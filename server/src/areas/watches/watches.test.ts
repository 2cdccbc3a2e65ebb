import { contract } from '@kobo/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aMerchant } from '../../testing/factories.ts'
import { uuidv7 } from '../../uuid.ts'

const { audit, notes, roles, watches } = contract

let app: TestApp
let ada: Client
let bola: Client
beforeAll(async () => {
  app = await startApp()
  ada = await app.signIn({ firstName: 'Ada' })
  bola = await app.signIn({ firstName: 'Bola', role: 'AUDITOR' })
})
afterAll(() => app.close())

const onMerchant = (id: string) => ({ recordType: 'merchant', recordId: id }) as const
const aNewMerchant = async (mode: 'PRODUCTION' | 'SANDBOX' = 'PRODUCTION') => (await aMerchant(app.db, { mode })).id
const read = async (id: string, by = ada) => (await by.call(watches.read, onMerchant(id))).data
const watch = (id: string, isWatching: boolean, by = ada) => by.call(watches.change, { ...onMerchant(id), isWatching })
const rowsOf = async (id: string) =>
  await app.db.selectFrom('watch').selectAll().where('record_id', '=', id).orderBy('staff_id').execute()

describe('watching a record', () => {
  it('is for each person alone, who sees how many others do', async () => {
    const id = await aNewMerchant()
    expect(await read(id)).toEqual({ isWatching: false, others: 0 })
    expect(await watch(id, true)).toMatchObject({
      status: 200,
      message: 'You watch this merchant',
      data: { isWatching: true, others: 0 },
    })
    expect(await read(id, bola)).toEqual({ isWatching: false, others: 1 })
    await watch(id, true, bola)
    expect(await read(id)).toEqual({ isWatching: true, others: 1 })
    expect(await watch(id, false)).toMatchObject({
      message: 'You no longer watch this merchant',
      data: { isWatching: false, others: 1 },
    })
  })

  it('begins when a note is written', async () => {
    const id = await aNewMerchant()
    await ada.call(notes.write, { ...onMerchant(id), text: 'The owner called' })
    expect(await read(id)).toEqual({ isWatching: true, others: 0 })
  })

  it('keeps since when, until it ends, and begins anew', async () => {
    const id = await aNewMerchant()
    await watch(id, true)
    const [{ since } = { since: '' }] = await rowsOf(id)
    app.clock.advance(1_000)
    await watch(id, true)
    expect(await rowsOf(id)).toMatchObject([{ since, ended_at: null }])
    await watch(id, false)
    const [ended] = await rowsOf(id)
    expect(Date.parse(ended?.ended_at ?? '')).toBeGreaterThanOrEqual(Date.parse(since) + 1_000)
    app.clock.advance(1_000)
    await watch(id, false)
    expect(await rowsOf(id)).toEqual([ended])
    await watch(id, true)
    const [again] = await rowsOf(id)
    expect(again?.ended_at).toBeNull()
    expect(Date.parse(again?.since ?? '')).toBeGreaterThan(Date.parse(ended?.ended_at ?? ''))
  })

  it('is stored once when it is asked for twice at the same time', async () => {
    const id = await aNewMerchant()
    const replies = await Promise.all([1, 2, 3].map(() => watch(id, true)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await rowsOf(id)).toHaveLength(1)
  })

  it('does not count colleagues who have left', async () => {
    const id = await aNewMerchant()
    const [left, guest] = [await app.signIn(), await app.signIn({ role: 'AUDITOR' })]
    await watch(id, true, left)
    await watch(id, true, guest)
    expect((await read(id)).others).toBe(2)
    await app.db.updateTable('staff').set({ status: 'INACTIVE' }).where('id', '=', left.staffId).execute()
    const ended = { access_until: '2020-01-01T00:00:00.000Z' }
    await app.db.updateTable('staff').set(ended).where('id', '=', guest.staffId).execute()
    expect((await read(id)).others).toBe(0)
  })

  it('is of one mode for records of both', async () => {
    const role = { recordType: 'role', recordId: 'SUPPORT' } as const
    const test = await app.signIn({ mode: 'SANDBOX' })
    await ada.call(watches.change, { ...role, isWatching: true })
    expect((await ada.call(watches.read, role)).data).toEqual({ isWatching: true, others: 0 })
    expect((await test.call(watches.read, role)).data).toEqual({ isWatching: false, others: 0 })
  })

  it('is found by an id in capitals', async () => {
    const id = await aNewMerchant()
    await watch(id.toUpperCase(), true)
    expect((await read(id)).isWatching).toBe(true)
  })

  it('is audited for the record, and is no part of its history', async () => {
    const id = await aNewMerchant()
    await watch(id, true)
    await watch(id, false)
    const entries = await app.db.selectFrom('audit').selectAll().where('record_id', '=', id).orderBy('id').execute()
    expect(entries).toMatchObject([
      { action: 'watch.start', staff_id: ada.staffId, record_type: 'watch', merchant_id: id, mode: 'PRODUCTION' },
      { action: 'watch.stop', after: { record: expect.stringMatching(/^Merchant: ./) } },
    ])
    expect((await ada.call(audit.recordHistory, onMerchant(id))).data.history).toEqual([])
  })
})

describe('who may watch', () => {
  it('responds alike to records that are unknown, of the other mode, or not readable', async () => {
    const id = await aNewMerchant()
    const rights = [{ permission: 'wallets.read' as const, maxAmount: null }]
    const { data } = await ada.call(roles.create, { name: uuidv7(), rights, reason: 'A test' })
    const stranger = await app.signIn({ role: data.role.id })
    const replies = [
      await watch(uuidv7(), true),
      await watch(await aNewMerchant('SANDBOX'), true),
      await watch(id, true, stranger),
      await stranger.call(watches.read, onMerchant(id)),
      await ada.call(watches.read, onMerchant('nothing')),
    ]
    const missing = { status: 404, code: 'not_found', message: 'This merchant was not found in this mode' }
    expect(replies.map(({ status, code, message }) => ({ status, code, message }))).toEqual(replies.map(() => missing))
    expect(await rowsOf(id)).toEqual([])
  })

  it.each([
    ['a kind that nobody watches', { recordType: 'session', recordId: uuidv7(), isWatching: true }],
    ['no choice', { ...onMerchant(uuidv7()) }],
    ['a choice in words', { ...onMerchant(uuidv7()), isWatching: 'true' }],
    ['another field', { ...onMerchant(uuidv7()), isWatching: true, staffId: uuidv7() }],
  ])('rejects %s', async (_what, body) => {
    const reply = await ada.call(watches.change, body as never)
    expect(reply.status).toBe(400)
  })
})
