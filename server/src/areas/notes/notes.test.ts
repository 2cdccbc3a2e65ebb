import { contract } from '@kobo/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aMerchant } from '../../testing/factories.ts'
import { uuidv7 } from '../../uuid.ts'

const { audit, notes, roles } = contract

let app: TestApp
let ada: Client
let bola: Client
beforeAll(async () => {
  app = await startApp()
  ada = await app.signIn({ firstName: 'Ada' })
  bola = await app.signIn({ firstName: 'Bola', role: 'OPERATIONS' })
})
afterAll(() => app.close())

const onMerchant = (id: string) => ({ recordType: 'merchant', recordId: id }) as const
const aNewMerchant = async (mode: 'PRODUCTION' | 'SANDBOX' = 'PRODUCTION') => (await aMerchant(app.db, { mode })).id
const write = (merchantId: string, text: string, by = bola) => by.call(notes.write, { ...onMerchant(merchantId), text })
const list = async (merchantId: string, by = bola, paging: { page?: number; size?: number } = {}) =>
  (await by.call(notes.list, { ...onMerchant(merchantId), ...paging })).data
const auditOf = async (merchantId: string) =>
  await app.db.selectFrom('audit').selectAll().where('record_id', '=', merchantId).orderBy('id').execute()

/** Signs in with a new role that has these rights. */
async function roleWith(...permissions: ('merchants.read' | 'wallets.read' | 'notes.read' | 'notes.write')[]) {
  const rights = permissions.map((permission) => ({ permission, maxAmount: null }))
  const { data } = await ada.call(roles.create, { name: uuidv7(), rights, reason: 'A test' })
  return await app.signIn({ role: data.role.id })
}

describe('notes on a record', () => {
  it('lists them newest first with their authors, counted and in pages', async () => {
    const id = await aNewMerchant()
    expect(await list(id)).toEqual({ total: 0, notes: [] })
    expect(await write(id, '  The owner called.\nShe sends the bill.  ')).toMatchObject({
      status: 200,
      message: 'The note has been added',
    })
    app.clock.advance(1_000)
    await write(id, 'The bill arrived', ada)
    const { total, notes: shown } = await list(id)
    expect(total).toBe(2)
    expect(shown).toMatchObject([
      { text: 'The bill arrived', authorName: 'Ada Okonkwo', struckAt: null, isStrikable: false },
      { text: 'The owner called.\nShe sends the bill.', authorName: 'Bola Okonkwo', isStrikable: true },
    ])
    expect(await list(id, ada, { page: 2, size: 1 })).toMatchObject({
      total: 2,
      notes: [{ authorName: 'Bola Okonkwo' }],
    })
    expect(await list(id, ada, { page: 9 })).toEqual({ total: 2, notes: [] })
  })

  it('audits that a note was written, without its text', async () => {
    const id = await aNewMerchant()
    await write(id, 'Suspected fraud')
    const entries = await auditOf(id)
    expect(entries).toMatchObject([
      {
        action: 'note.write',
        staff_id: bola.staffId,
        merchant_id: id,
        mode: 'PRODUCTION',
        after: { noteId: expect.any(String) },
      },
    ])
    expect(JSON.stringify(entries)).not.toContain('Suspected')
    const history = await bola.call(audit.recordHistory, onMerchant(id))
    expect(history.data.history).toMatchObject([{ title: 'Note written', staffName: 'Bola Okonkwo', changes: [] }])
    expect(history.text).not.toContain('Suspected')
  })

  it('keeps the text out of stored replies', async () => {
    const id = await aNewMerchant()
    const key = uuidv7()
    await bola.call(
      notes.write,
      { ...onMerchant(id), text: 'Suspected fraud' },
      { headers: { 'idempotency-key': key } },
    )
    const stored = await app.db.selectFrom('idempotency').selectAll().where('key', '=', key).execute()
    expect(stored).toHaveLength(1)
    expect(JSON.stringify(stored)).not.toContain('Suspected')
  })

  it('writes one note for a double click', async () => {
    const id = await aNewMerchant()
    const bend = { headers: { 'idempotency-key': uuidv7() } }
    const twice = await Promise.all([1, 2].map(() => bola.call(notes.write, { ...onMerchant(id), text: 'Once' }, bend)))
    expect(twice.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect((await list(id)).total).toBe(1)
  })

  it('finds the same record by its id in capitals', async () => {
    const id = await aNewMerchant()
    await write(id.toUpperCase(), 'Same record')
    expect((await list(id)).total).toBe(1)
  })

  it.each([
    ['no text', ' \n ', 'Note is required'],
    ['4,001 characters', 'x'.repeat(4_001), 'Must not be longer than 4000 characters'],
    ['a card number', 'Card 4111 1111 1111 1111', 'Contains what may be a card number'],
  ])('rejects %s', async (_what, text, message) => {
    const id = await aNewMerchant()
    expect(await write(id, text)).toMatchObject({ status: 400, fields: { text: expect.stringContaining(message) } })
    expect((await list(id)).total).toBe(0)
  })

  it('takes 4,000 characters outside the basic plane as well', async () => {
    const id = await aNewMerchant()
    expect(await write(id, 'x'.repeat(4_000))).toMatchObject({ status: 200 })
    expect(await write(id, '🙂'.repeat(2_000))).toMatchObject({ status: 200 })
  })

  it('stores markup as plain text', async () => {
    const id = await aNewMerchant()
    const text = '<img src=x onerror=alert(1)> & {{x}}'
    await write(id, text)
    expect((await list(id)).notes[0]?.text).toBe(text)
  })

  it('masks what may be a BVN or NIN and says so, and keeps phone numbers', async () => {
    const id = await aNewMerchant()
    const reply = await write(id, 'BVN 22123456789, phone 08035550142')
    expect(reply.message).toBe(
      'The note has been added. A number of eleven digits was masked, since it may be a BVN or NIN',
    )
    const stored = await app.db.selectFrom('note').select('text').where('record_id', '=', id).execute()
    expect(stored).toEqual([{ text: 'BVN 2212*******, phone 08035550142' }])
  })

  it('takes at most 20 notes of a person within a minute, also of those that arrive at once', async () => {
    const id = await aNewMerchant()
    const chi = await app.signIn({ firstName: 'Chi' })
    const replies = await Promise.all(Array.from({ length: 24 }, (_, n) => write(id, `Note ${n}`, chi)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(20)
    const rejected = replies.filter(({ status }) => status === 429)
    expect(rejected).toHaveLength(4)
    expect(rejected[0]?.message).toMatch(/^You have written 20 notes within a minute\. Try again in \d+ s$/)
    expect(await write(id, 'Of another person')).toMatchObject({ status: 200 })
    app.clock.advance(61_000)
    expect(await write(id, 'A minute later', chi)).toMatchObject({ status: 200 })
  })
})

describe('who may read and write', () => {
  it('responds alike to records that are unknown, of the other mode, or not readable', async () => {
    const id = await aNewMerchant()
    const other = await aNewMerchant('SANDBOX')
    const stranger = await roleWith('wallets.read', 'notes.read', 'notes.write')
    const replies = [
      await write(uuidv7(), 'x'),
      await write(other, 'x'),
      await write(id, 'x', stranger),
      await stranger.call(notes.list, onMerchant(id)),
      await bola.call(notes.list, onMerchant(uuidv7())),
    ]
    const seen = replies.map(({ status, code, message }) => ({ status, code, message }))
    const missing = { status: 404, code: 'not_found', message: 'This merchant was not found in this mode' }
    expect(seen).toEqual(replies.map(() => missing))
  })

  it('requires the right to read notes, and to write them', async () => {
    const id = await aNewMerchant()
    await write(id, 'A note')
    const blind = await roleWith('merchants.read')
    const reader = await roleWith('merchants.read', 'notes.read')
    expect((await blind.call(notes.list, onMerchant(id))).status).toBe(403)
    expect(await list(id, reader)).toMatchObject({ total: 1, notes: [{ isStrikable: false }] })
    expect((await write(id, 'x', reader)).status).toBe(403)
  })

  it('keeps the notes of a record of both modes apart by mode', async () => {
    const test = await app.signIn({ mode: 'SANDBOX' })
    const role = { recordType: 'role', recordId: 'SUPPORT' } as const
    await ada.call(notes.write, { ...role, text: 'In Live' })
    expect((await test.call(notes.list, role)).data.total).toBe(0)
    expect((await ada.call(notes.list, role)).data.total).toBe(1)
  })

  it.each(['staff', 'session', 'invite', 'download', 'nobody'])('has none on a %s', async (recordType) => {
    const request = { recordType, recordId: uuidv7() } as unknown as { recordType: 'merchant'; recordId: string }
    expect((await ada.call(notes.list, request)).status).toBe(400)
  })
})

describe('striking a note through', () => {
  const strike = (noteId: string, by = bola) => by.call(notes.strike, { noteId })
  async function aNote() {
    const merchantId = await aNewMerchant()
    app.clock.advance(61_000)
    return { merchantId, noteId: (await write(merchantId, 'Wrong merchant')).data.noteId }
  }

  it('keeps the text, with who and when, and audits whose note it was', async () => {
    const { merchantId, noteId } = await aNote()
    expect(await strike(noteId)).toMatchObject({ status: 200, message: 'The note has been struck through' })
    expect(await list(merchantId)).toMatchObject({
      total: 1,
      notes: [
        { text: 'Wrong merchant', struckAt: expect.any(String), struckByName: 'Bola Okonkwo', isStrikable: false },
      ],
    })
    expect(await auditOf(merchantId)).toMatchObject([
      { action: 'note.write' },
      { action: 'note.strike', staff_id: bola.staffId, after: { author: 'Bola Okonkwo', written: expect.any(String) } },
    ])
  })

  it('is for its author and those who lead work', async () => {
    const { merchantId, noteId } = await aNote()
    const colleague = await app.signIn({ role: 'OPERATIONS' })
    expect(await strike(noteId, colleague)).toMatchObject({ status: 403, code: 'not_permitted' })
    expect((await list(merchantId)).notes[0]?.struckAt).toBeNull()
    expect((await list(merchantId, ada)).notes[0]?.isStrikable).toBe(true)
    expect((await strike(noteId, ada)).status).toBe(200)
  })

  it('happens once when two people strike at the same time, and names the first', async () => {
    const { noteId } = await aNote()
    const replies = await Promise.all([strike(noteId), strike(noteId, ada)])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const late = replies.find(({ status }) => status === 409)
    expect(late?.message).toMatch(/^(Ada|Bola) Okonkwo struck this note through on /)
  })

  it('responds alike to notes that are unknown, of the other mode, or on a record that may not be read', async () => {
    const { noteId } = await aNote()
    const test = await app.signIn({ mode: 'SANDBOX' })
    const stranger = await roleWith('wallets.read', 'notes.read', 'notes.write')
    const replies = [await strike(uuidv7()), await strike(noteId, test), await strike(noteId, stranger)]
    const missing = { status: 404, code: 'not_found', message: 'This note was not found in this mode' }
    expect(replies.map(({ status, code, message }) => ({ status, code, message }))).toEqual([missing, missing, missing])
  })

  it.each([
    ['changed', sql`update note set text = 'Other'`],
    ['restored', sql`update note set struck_at = null, struck_by = null`],
    [
      'changed while it is struck through',
      sql`update note set text = 'Other', struck_at = now(), struck_by = staff_id`,
    ],
    ['deleted', sql`delete from note`],
    ['truncated', sql`truncate note`],
  ])('cannot be %s', async (_what, change) => {
    const { noteId } = await aNote()
    await strike(noteId)
    await expect(change.execute(app.db)).rejects.toThrow(
      /struck through, once|never changed or deleted|permission denied/,
    )
  })
})
