import { contract } from '@kobo/contract'
import type { NotedType } from '@kobo/contract/kit/record-kinds'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aMerchant } from '../../testing/factories.ts'
import { uuidv7 } from '../../uuid.ts'
import { mentionedStaff } from './mentioned-staff.ts'

const { notes, roles, watches } = contract

let app: TestApp
let ada: Client
let bola: Client
let chi: Client
/** Reads merchants, but no notes. */
let blind: Client
/** Reads notes, but no merchants. */
let stranger: Client
beforeAll(async () => {
  app = await startApp()
  ada = await app.signIn({ firstName: 'Ada' })
  bola = await app.signIn({ firstName: 'Bola', role: 'OPERATIONS' })
  chi = await app.signIn({ firstName: 'Chi', role: 'AUDITOR' })
  blind = await withRights({ firstName: 'Gani' }, 'merchants.read')
  stranger = await withRights({ firstName: 'Tunde' }, 'wallets.read', 'notes.read', 'notes.write')
})
afterAll(() => app.close())

/** Signs in with a new role that has these rights. */
async function withRights(
  name: { firstName: string },
  ...permissions: ('merchants.read' | 'wallets.read' | 'notes.read' | 'notes.write')[]
) {
  const rights = permissions.map((permission) => ({ permission, maxAmount: null }))
  const { data } = await ada.call(roles.create, { name: uuidv7(), rights, reason: 'A test' })
  return await app.signIn({ ...name, role: data.role.id })
}

async function leave(person: Client, change: { status?: string; access_until?: string } = { status: 'INACTIVE' }) {
  await app.db.updateTable('staff').set(change).where('id', '=', person.staffId).execute()
}

const onMerchant = (id: string) => ({ recordType: 'merchant', recordId: id }) as const
const aNewMerchant = async (mode: 'PRODUCTION' | 'SANDBOX' = 'PRODUCTION') => (await aMerchant(app.db, { mode })).id
const write = (merchantId: string, text: string, mentions: readonly string[], by = bola) =>
  by.call(notes.write, { ...onMerchant(merchantId), text, mentions: [...mentions] })
const list = async (merchantId: string) => (await bola.call(notes.list, onMerchant(merchantId))).data.notes

describe('mentions in a note', () => {
  it('are listed by name, and mentioned people watch the record with its author', async () => {
    const id = await aNewMerchant()
    app.clock.advance(61_000)
    const reply = await write(id, 'Ask @Chi Okonkwo and @Ada Okonkwo', [chi.staffId, ada.staffId.toUpperCase()])
    expect(reply.status).toBe(200)
    await write(id, 'Nobody is named here', [])
    const [second, first] = await list(id)
    expect(first?.mentions.toSorted()).toEqual(['Ada Okonkwo', 'Chi Okonkwo'])
    expect(second?.mentions).toEqual([])
    expect(await mentionedStaff(app.db, [reply.data.noteId])).toEqual(
      new Map([[reply.data.noteId, [ada.staffId, chi.staffId].toSorted()]]),
    )
    for (const person of [ada, bola, chi]) {
      const watch = await person.call(watches.read, onMerchant(id))
      expect(watch.data).toEqual({ isWatching: true, others: 2 })
    }
  })

  it('do not make somebody watch again who has stopped, nor does a note of their own', async () => {
    const id = await aNewMerchant()
    await write(id, 'Ask @Ada Okonkwo', [ada.staffId])
    await ada.call(watches.change, { ...onMerchant(id), isWatching: false })
    await write(id, 'Ask @Ada Okonkwo again', [ada.staffId])
    await write(id, 'Done', [], ada)
    expect((await ada.call(watches.read, onMerchant(id))).data).toEqual({ isWatching: false, others: 1 })
  })

  it.each([
    ['without the right to read notes', () => blind, 'Gani Okonkwo'],
    ['without the right to read the record', () => stranger, 'Tunde Okonkwo'],
  ])('reject a colleague %s, and store nothing', async (_what, person, name) => {
    const id = await aNewMerchant()
    const reply = await write(id, `Ask @Ada Okonkwo and @${name}`, [ada.staffId, person().staffId])
    expect(reply).toMatchObject({ status: 400, fields: { mentions: `${name} may not read this record` } })
    expect(await list(id)).toEqual([])
    expect((await ada.call(watches.read, onMerchant(id))).data).toEqual({ isWatching: false, others: 0 })
  })

  it.each([
    ['was deactivated', { status: 'INACTIVE' }],
    ['lost their access as a guest', { access_until: '2020-01-01T00:00:00.000Z' }],
  ])('reject a colleague who %s after they were chosen', async (_what, change) => {
    const id = await aNewMerchant()
    const dayo = await app.signIn({ firstName: 'Dayo', role: 'FINANCE' })
    const offered = await bola.call(notes.colleagues, { ...onMerchant(id), search: 'dayo' })
    expect(offered.data.colleagues.map(({ id: offeredId }) => offeredId)).toContain(dayo.staffId)
    await leave(dayo, change)
    const reply = await write(id, 'Ask @Dayo Okonkwo', [dayo.staffId])
    expect(reply).toMatchObject({ status: 400, fields: { mentions: 'Dayo Okonkwo may not read this record' } })
  })

  it('reveal no name that the text does not have', async () => {
    const id = await aNewMerchant()
    const replies = [
      await write(id, 'Ask somebody', [blind.staffId]),
      await write(id, 'Ask somebody', [uuidv7()]),
      await write(id, 'Ask somebody', ['nobody']),
    ]
    const mentions = 'A colleague whom you mention may not read this record'
    expect(replies.map(({ status, fields }) => [status, fields])).toEqual(replies.map(() => [400, { mentions }]))
  })

  it('must be in the text', async () => {
    const id = await aNewMerchant()
    const reply = await write(id, 'Ask Ada Okonkwo', [ada.staffId])
    expect(reply).toMatchObject({
      status: 400,
      fields: { mentions: 'Name each colleague whom you mention in the text, after @' },
    })
  })

  it.each([
    ['the same colleague twice', () => [ada.staffId, ada.staffId], 'A colleague is mentioned twice'],
    [
      'the same colleague in capitals',
      () => [ada.staffId, ada.staffId.toUpperCase()],
      'A colleague is mentioned twice',
    ],
    ['21 colleagues', () => Array.from({ length: 21 }, () => uuidv7()), 'Mention at most 20 colleagues'],
  ])('reject %s', async (_what, mentions, message) => {
    const id = await aNewMerchant()
    expect(await write(id, '@Ada Okonkwo', mentions())).toMatchObject({ status: 400, fields: { mentions: message } })
  })

  it('are stored once, in a note that is never changed', async () => {
    const id = await aNewMerchant()
    const { noteId } = (await write(id, '@Ada Okonkwo', [ada.staffId])).data
    const remove = app.db.deleteFrom('note_mention').where('note_id', '=', noteId).execute()
    await expect(remove).rejects.toThrow(/never changed or deleted|permission denied/)
  })
})

describe('colleagues whom a note may mention', () => {
  const offered = async (recordId: string, search?: string, by = bola, recordType: NotedType = 'merchant') =>
    (await by.call(notes.colleagues, { recordType, recordId, ...(search !== undefined && { search }) })).data.colleagues

  it('are those who may read the record and its notes, found by words of the name', async () => {
    const id = await aNewMerchant()
    const names = (await offered(id, 'okonkwo')).map(({ name }) => name)
    expect(names).toContain('Ada Okonkwo')
    expect(names).not.toContain('Gani Okonkwo')
    expect(names).not.toContain('Tunde Okonkwo')
    expect((await offered(id, 'chi okon')).map(({ name }) => name)).toEqual(['Chi Okonkwo'])
    expect(await offered(id, '%')).toEqual([])
  })

  it('are without the caller, and at most 20', async () => {
    const id = await aNewMerchant()
    expect(await offered(id, 'Bola Okonkwo')).toEqual([])
    await Promise.all(Array.from({ length: 21 }, () => app.signIn({ firstName: 'Kemi' })))
    expect(await offered(id, 'kemi')).toHaveLength(20)
  })

  it('follow a change of their role at once', async () => {
    const id = await aNewMerchant()
    const ife = await withRights({ firstName: 'Ife' }, 'merchants.read', 'notes.read')
    expect((await offered(id, 'ife')).map(({ id: offeredId }) => offeredId)).toEqual([ife.staffId])
    const { role } = await app.db
      .selectFrom('staff')
      .select('role')
      .where('id', '=', ife.staffId)
      .executeTakeFirstOrThrow()
    const rights = [{ permission: 'notes.read' as const, maxAmount: null }]
    await ada.call(roles.update, { roleId: role, name: uuidv7(), rights, version: 1, reason: 'A test' })
    expect(await offered(id, 'ife')).toEqual([])
    expect((await write(id, '@Ife Okonkwo', [ife.staffId])).status).toBe(400)
  })

  it('are for those who may write notes on a record that they may read', async () => {
    const id = await aNewMerchant()
    const replies = [
      await chi.call(notes.colleagues, onMerchant(id)),
      await stranger.call(notes.colleagues, onMerchant(id)),
      await bola.call(notes.colleagues, onMerchant(uuidv7())),
      await bola.call(notes.colleagues, onMerchant(await aNewMerchant('SANDBOX'))),
    ]
    expect(replies.map(({ status }) => status)).toEqual([403, 404, 404, 404])
  })
})
