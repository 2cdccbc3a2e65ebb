import { contract } from '@kobo/contract'
import type { Request } from '@kobo/contract/kit/call'
import type { Permission } from '@kobo/contract/kit/permission'
import { maxPersonalViews, maxTeamViews } from '@kobo/contract/views'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aMerchant } from '../../testing/factories.ts'
import { uuidv7 } from '../../uuid.ts'

const { views } = contract

let app: TestApp
let ada: Client
beforeAll(async () => {
  app = await startApp()
  ada = await app.signIn({ firstName: 'Ada' })
})
afterAll(() => app.close())

const merchants = { place: 'merchants', call: '/merchant', scope: 'PERSONAL', query: { filters: {} } } as const

/** Saves a view and returns it. */
async function save(by: Client, request: Partial<Request<typeof views.create>> & { name: string }) {
  const { status, message, data } = await by.call(views.create, { ...merchants, ...request })
  expect([status, message]).toEqual([200, `The view ${request.name} was saved`])
  return data.view
}

async function namesOf(by: Client, query: Request<typeof views.list>): Promise<string[]> {
  return (await by.call(views.list, query)).data.views.map(({ name }) => name)
}

it('keeps what a list shows, for its owner alone, in both modes', async () => {
  const query = { search: 'adire', perPage: 50 as const, filters: { status: 'FAILED' } }
  await save(ada, { name: 'failed', place: 'kept' })
  const view = await save(ada, { name: 'Adire', place: 'kept', query, days: 'LAST_7_DAYS' })
  expect(view).toMatchObject({ query, days: 'LAST_7_DAYS', version: 1, isOwn: true, mayChange: true })
  const bola = await app.signIn({ role: 'OPERATIONS' })
  expect(await namesOf(bola, { place: 'kept' })).toEqual([])
  await ada.call(contract.session.changeMode, { mode: 'SANDBOX' })
  expect(await namesOf(ada, { place: 'kept' })).toEqual(['Adire', 'failed'])
  await ada.call(contract.session.changeMode, { mode: 'PRODUCTION' })
  expect(await namesOf(ada, { place: 'elsewhere' })).toEqual([])
})

it('keeps columns and density, which a change without them leaves, and audits both', async () => {
  const look = { hidden: ['Amount', 'Fee'], density: 'compact' as const }
  const view = await save(ada, { name: 'Narrow', place: 'look', look })
  expect(view.look).toEqual(look)
  const renamed = await ada.call(views.change, { viewId: view.id, version: 1, name: 'Thin' })
  expect(renamed.data.view.look).toEqual(look)
  const wider = { ...look, hidden: [] }
  const changed = await ada.call(views.change, { viewId: view.id, version: 2, look: wider })
  expect(changed.data.view.look).toEqual(wider)
  expect((await ada.call(views.change, { viewId: view.id, version: 3, look: wider })).status).toBe(409)
  const audit = await app.db.selectFrom('audit').selectAll().where('record_id', '=', view.id).orderBy('id').execute()
  expect(audit[2]).toMatchObject({
    before: { hiddenColumns: 'Amount, Fee' },
    after: { hiddenColumns: '', density: 'compact' },
  })
  expect((await save(ada, { name: 'Bare', place: 'look' })).look).toBeNull()
  await app.db.updateTable('list_view').set({ look: '{"hidden":1}' }).where('id', '=', view.id).execute()
  expect((await ada.call(views.list, { place: 'look' })).data.views.map(({ look: read }) => read)).toEqual([null, null])
})

it('opens the view of a link for whoever may read the list, and for nobody else', async () => {
  const view = await save(ada, { name: 'Linked', place: 'linked' })
  const support = await app.signIn({ role: 'SUPPORT' })
  expect(await namesOf(support, { place: 'linked', viewId: view.id })).toEqual(['Linked'])
  expect((await support.call(views.list, { place: 'linked', viewId: view.id })).data.views[0]?.mayChange).toBe(false)
  expect(await namesOf(support, { place: 'other', viewId: view.id })).toEqual([])
  const reader = await withRights(['wallets.read'])
  expect(await namesOf(reader, { place: 'linked', viewId: view.id })).toEqual([])
  const refused = await reader.call(views.create, { ...merchants, name: 'Mine' })
  expect([refused.status, refused.code]).toEqual([403, 'not_permitted'])
  expect((await support.call(views.list, { place: 'linked', viewId: 'nonsense' })).status).toBeLessThan(500)
})

it('lists views of the team for everybody, and lets their owner or whoever may share change them', async () => {
  const shared = await save(ada, { name: 'Everybody', place: 'team', scope: 'TEAM' })
  const support = await app.signIn({ role: 'SUPPORT' })
  const chi = await app.signIn({ role: 'COMPLIANCE', firstName: 'Chi' })
  expect(await namesOf(support, { place: 'team' })).toEqual(['Everybody'])
  const attempts = [
    await support.call(views.change, { viewId: shared.id, version: 1, name: 'Mine now' }),
    await support.call(views.remove, { viewId: shared.id }),
    await support.call(views.create, { ...merchants, name: 'Ours', scope: 'TEAM' }),
  ]
  expect(attempts.map(({ status }) => status)).toEqual([403, 403, 403])
  const own = await save(support, { name: 'Mine', place: 'team' })
  expect((await support.call(views.change, { viewId: own.id, version: 1, scope: 'TEAM' })).status).toBe(403)
  const changed = await chi.call(views.change, { viewId: shared.id, version: 1, name: 'All' })
  expect(changed.data.view).toMatchObject({ name: 'All', version: 2, changedBy: { id: chi.staffId } })
  expect(changed.data.view.owner.id).toBe(ada.staffId)
  expect((await chi.call(views.remove, { viewId: shared.id })).message).toBe('The view All was removed')
  expect(await namesOf(support, { place: 'team' })).toEqual(['Mine'])
})

it('hides personal views of others from every write', async () => {
  const view = await save(ada, { name: 'Private', place: 'private' })
  const admin = await app.signIn()
  for (const viewId of [view.id, uuidv7(), 'nonsense']) {
    const change = await admin.call(views.change, { viewId, version: 1, name: 'Taken' })
    expect([change.status, change.message]).toEqual([404, 'This view was not found'])
    expect((await admin.call(views.remove, { viewId })).status).toBe(404)
  }
})

it('rejects a change of an earlier version and names who changed it', async () => {
  const view = await save(ada, { name: 'Contested', place: 'contested', scope: 'TEAM' })
  const dayo = await app.signIn({ role: 'FINANCE', firstName: 'Dayo' })
  const query = { filters: { verified: 'ACCEPTED' } }
  expect((await dayo.call(views.change, { viewId: view.id, version: 1, query })).status).toBe(200)
  const late = await ada.call(views.change, { viewId: view.id, version: 1, name: 'Mine' })
  expect([late.status, late.code]).toEqual([409, 'conflict'])
  expect(late.message).toMatch(/^Dayo .* changed the view Contested at .*\. Show it first$/)
  const same = await ada.call(views.change, { viewId: view.id, version: 2, query })
  expect([same.status, same.message]).toEqual([409, 'This changes nothing about the view Contested'])
})

it('lets one of 8 concurrent changes through', async () => {
  const view = await save(ada, { name: 'Raced', place: 'raced', scope: 'TEAM' })
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, n) => ada.call(views.change, { viewId: view.id, version: 1, name: `Raced ${n}` })),
  )
  expect(replies.map(({ status }) => status).sort((one, other) => one - other)).toEqual([
    200,
    ...Array.from({ length: 7 }, () => 409),
  ])
})

it('keeps names unique for an owner and list, also when a view of somebody else is renamed', async () => {
  const first = await save(ada, { name: 'Élan', place: 'names', scope: 'TEAM' })
  const second = await save(ada, { name: 'Other', place: 'names', scope: 'TEAM' })
  const taken = await ada.call(views.create, { ...merchants, name: 'élan', place: 'names' })
  expect([taken.status, taken.fields]).toEqual([422, { name: 'This name is taken' }])
  const chi = await app.signIn({ role: 'COMPLIANCE' })
  expect((await chi.call(views.change, { viewId: second.id, version: 1, name: 'ÉLAN' })).status).toBe(422)
  await save(chi, { name: 'Élan', place: 'names' })
  await save(ada, { name: 'Élan', place: 'other names' })
  expect((await ada.call(views.change, { viewId: first.id, version: 1, name: 'ÉLAN' })).status).toBe(200)
  await ada.call(views.remove, { viewId: first.id })
  await save(ada, { name: 'Élan', place: 'names' })
})

it('saves a name once, however often it is sent at once', async () => {
  const replies = await Promise.all(
    Array.from({ length: 6 }, () => ada.call(views.create, { ...merchants, name: 'Twice', place: 'twice' })),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await namesOf(ada, { place: 'twice' })).toEqual(['Twice'])
})

it('keeps a bounded number of views of a person and of the team', async () => {
  const person = await app.signIn({ role: 'OPERATIONS' })
  await fill(person.staffId, 'PERSONAL', maxPersonalViews - 1)
  const last = ['One', 'Two', 'Three'].map((name) => person.call(views.create, { ...merchants, name }))
  const replies = await Promise.all(last)
  expect(replies.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 422, 422])
  expect(replies.find(({ status }) => status === 422)?.message).toBe('You have 50 views already. Remove one first')
  const { count } = await app.db
    .selectFrom('list_view')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('scope', '=', 'TEAM')
    .where('retired_at', 'is', null)
    .executeTakeFirstOrThrow()
  await fill(person.staffId, 'TEAM', maxTeamViews - Number(count))
  const full = 'The team has 200 views already. Remove one first'
  expect((await ada.call(views.create, { ...merchants, name: 'Full', scope: 'TEAM' })).message).toBe(full)
  const own = await save(ada, { name: 'Full', place: 'full' })
  expect((await ada.call(views.change, { viewId: own.id, version: 1, scope: 'TEAM' })).message).toBe(full)
  await app.db.deleteFrom('list_view').where('place', '=', 'filled').execute()
  const shared = await ada.call(views.change, { viewId: own.id, version: 1, scope: 'TEAM' })
  expect(shared.message).toBe('The view Full is shared with the team')
})

async function fill(ownerId: string, scope: string, count: number): Promise<void> {
  const at = app.clock.now().toISOString()
  const by = { owner_id: ownerId, changed_by: ownerId, created_at: at, changed_at: at }
  const rows = Array.from({ length: count }, (_, n) => ({
    ...by,
    id: uuidv7(),
    scope,
    place: 'filled',
    call: '/merchant',
    name: `${scope} ${n}`,
    query: JSON.stringify({ filters: {} }),
  }))
  await app.db.insertInto('list_view').values(rows).execute()
}

it('rejects a merchant in a view of the team, of either mode, and allows it in a personal one', async () => {
  for (const mode of ['PRODUCTION', 'SANDBOX'] as const) {
    const { id } = await aMerchant(app.db, { mode })
    const asFilter = { filters: { status: 'FAILED', holder: id.toUpperCase() } }
    const asSearch = { search: id, filters: {} }
    for (const query of [asFilter, asSearch, { filters: { merchantId: 'KBO-1' } }]) {
      const shared = await ada.call(views.create, { ...merchants, name: 'Shared', scope: 'TEAM', query })
      expect([shared.status, shared.message]).toEqual([
        422,
        'A view of the team cannot contain a merchant, which exists in one mode only',
      ])
    }
    const own = await save(ada, { name: `Own ${mode}`, place: 'one merchant', query: asFilter })
    expect((await ada.call(views.change, { viewId: own.id, version: 1, scope: 'TEAM' })).status).toBe(422)
  }
})

it('keeps no BVN or NIN, and masks long numbers in the audit', async () => {
  const query = { search: '22123456789', filters: {} }
  const refused = await ada.call(views.create, { ...merchants, name: 'BVN', query })
  expect([refused.status, refused.message]).toEqual([422, 'A view cannot contain a BVN or NIN'])
  const view = await save(ada, { name: 'Phone', place: 'phone', query: { search: '08031234567', filters: {} } })
  await ada.call(views.change, { viewId: view.id, version: 1, days: 'TODAY' })
  await ada.call(views.remove, { viewId: view.id })
  const audit = await app.db.selectFrom('audit').selectAll().where('record_id', '=', view.id).orderBy('id').execute()
  expect(audit.map(({ action }) => action)).toEqual(['view.create', 'view.change', 'view.remove'])
  expect(audit[1]).toMatchObject({ before: { days: null, search: '0803*******' }, after: { days: 'TODAY' } })
  expect(JSON.stringify(audit)).not.toContain('08031234567')
})

it.each([
  ['name', { name: '' }],
  ['name', { name: 'x'.repeat(61) }],
  ['name', { name: 'two\nlines' }],
  ['scope', { scope: 'WORLD' }],
  ['place', { place: 'x'.repeat(101) }],
  ['call', { call: '/user/profile' }],
  ['days', { days: 'TOMORROW' }],
  ['look.density', { look: { hidden: [], density: 'tiny' } }],
  ['look.hidden.0', { look: { hidden: ['x'.repeat(101)], density: 'compact' } }],
  ['look.hidden', { look: { hidden: Array.from({ length: 61 }, (_, n) => `${n}`), density: 'compact' } }],
  ['query.perPage', { query: { perPage: 7, filters: {} } }],
  ['query.search', { query: { search: 'x'.repeat(201), filters: {} } }],
  ['query.filters.status', { query: { filters: { status: 1 } } }],
  ['query.filters', { query: { filters: Object.fromEntries(Array.from({ length: 31 }, (_, n) => [`f${n}`, '1'])) } }],
])('rejects a wrong %s', async (field, wrong) => {
  const reply = await ada.call(views.create, { ...merchants, name: 'Wrong', ...wrong } as never)
  expect(reply.status).toBe(400)
  expect(Object.keys(reply.fields ?? {})).toEqual([field])
})

it('begins a list with one default of a person, until another or none is chosen or it is removed', async () => {
  const bola = await app.signIn({ role: 'OPERATIONS' })
  const defaults = async () => (await bola.call(contract.session.profile, {})).data.user.listDefaults
  expect(await defaults()).toEqual({})
  const own = await save(bola, { name: 'Own', place: 'defaults' })
  const team = await save(ada, { name: 'Team', place: 'defaults', scope: 'TEAM' })
  const elsewhere = await save(bola, { name: 'Elsewhere', place: 'other defaults' })
  const use = (viewId: string, isDefault: boolean) => bola.call(views.use, { viewId, isDefault })
  expect((await use(own.id, true)).data.listDefaults).toEqual({ defaults: own.id })
  await use(elsewhere.id, true)
  const both = { defaults: team.id, 'other defaults': elsewhere.id }
  expect((await use(team.id, true)).data.listDefaults).toEqual(both)
  await use(own.id, false)
  expect(await defaults()).toEqual(both)
  await Promise.all([own, team, own, team].map(({ id }) => use(id, true)))
  expect(Object.keys((await defaults()) ?? {})).toEqual(expect.arrayContaining(['defaults', 'other defaults']))
  await use(elsewhere.id, false)
  await use(team.id, true)
  expect((await ada.call(contract.session.profile, {})).data.user.listDefaults).toEqual({})
  await ada.call(views.remove, { viewId: team.id })
  expect(await defaults()).toEqual({})
  expect((await use(team.id, true)).status).toBe(404)
  const foreign = await save(ada, { name: 'Foreign', place: 'defaults' })
  expect((await use(foreign.id, true)).status).toBe(404)
})

/** Signs in with a role of these rights. */
async function withRights(permissions: Exclude<Permission, 'own' | 'public'>[]): Promise<Client> {
  const rights = permissions.map((permission) => ({ permission }))
  const { data } = await ada.call(contract.roles.create, { name: `Role ${uuidv7()}`, rights, reason: 'Needed today' })
  return await app.signIn({ role: data.role.id })
}

const source = { address: '/merchants', request: { search: 'pinned count' } }

/** Counts the pinned views; a busy machine may need several attempts within 60 ms. */
async function countsOf(by: Client) {
  return await vi.waitFor(
    async () => {
      const { status, data } = await by.call(views.counts, {})
      expect(status).toBe(200)
      expect(data.views.map(({ problem }) => problem)).not.toContain('SLOW')
      return data.views
    },
    { timeout: 20_000 },
  )
}

it('counts the rows of pinned views as their lists do, per mode, and again after 30 seconds', async () => {
  const person = await app.signIn()
  const names = ['Pinned count one', 'Pinned count two']
  for (const businessName of names) await aMerchant(app.db, { business_name: businessName })
  const view = await save(person, { name: 'Counted', place: 'counted', source })
  expect(view).toMatchObject({ isPinned: false, isPinnable: true })
  expect(await countsOf(person)).toEqual([])
  const pinned = await person.call(views.use, { viewId: view.id, isPinned: true })
  expect(pinned.message).toBe('Counted is pinned')
  const shown = { id: view.id, name: 'Counted', place: 'counted', address: '/merchants', isMore: false, problem: null }
  expect(await countsOf(person)).toEqual([{ ...shown, total: 2 }])
  const listed = await person.call(contract.merchants.list, { page: 1, size: 1, search: 'pinned count' })
  expect(listed.data.totalRecords).toBe(2)
  await aMerchant(app.db, { business_name: 'Pinned count three' })
  expect(await countsOf(person)).toEqual([{ ...shown, total: 2 }])
  app.clock.advance(31_000)
  expect(await countsOf(person)).toEqual([{ ...shown, total: 3 }])
  await person.call(contract.session.changeMode, { mode: 'SANDBOX' })
  expect(await countsOf(person)).toEqual([{ ...shown, total: 0 }])
  await person.call(views.use, { viewId: view.id, isPinned: false })
  expect(await countsOf(person)).toEqual([])
})

it('keeps a default view the default when it is pinned, and its pin when it is no longer the default', async () => {
  const person = await app.signIn()
  const view = await save(person, { name: 'Both', place: 'both', source })
  const { data } = await person.call(views.use, { viewId: view.id, isDefault: true })
  expect(data.listDefaults).toEqual({ both: view.id })
  expect((await person.call(views.use, { viewId: view.id, isPinned: true })).data.listDefaults).toEqual(
    data.listDefaults,
  )
  expect((await person.call(views.use, { viewId: view.id, isDefault: false })).data.listDefaults).toEqual({})
  expect((await countsOf(person)).map(({ id }) => id)).toEqual([view.id])
  expect((await person.call(views.use, { viewId: view.id })).status).toBe(400)
})

it('counts relative days on the day of the request', async () => {
  const person = await app.signIn()
  const own = { address: '/audit', request: { staffId: person.staffId, action: 'view.create' } }
  for (const [name, days] of [
    ['Yesterday', 'YESTERDAY'],
    ['Today', 'TODAY'],
  ] as const) {
    const view = await save(person, { name, place: 'days', call: contract.audit.list.path, days, source: own })
    await person.call(views.use, { viewId: view.id, isPinned: true })
  }
  expect((await countsOf(person)).map(({ name, total }) => [name, total])).toEqual([
    ['Yesterday', 0],
    ['Today', 2],
  ])
})

it('pins at most 12 views, none without a source, and none of others', async () => {
  const person = await app.signIn()
  const pin = (by: Client, viewId: string) => by.call(views.use, { viewId, isPinned: true })
  const all = []
  for (let n = 0; n < 13; n++) all.push(await save(person, { name: `Pin ${n}`, place: 'pins', source }))
  const replies = await Promise.all(all.map(({ id }) => pin(person, id)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(12)
  expect(replies.find(({ status }) => status === 422)?.message).toBe(
    'You have pinned 12 views already. Unpin one first',
  )
  const onPage = await save(person, { name: 'On a page', place: 'pins' })
  expect(onPage.isPinnable).toBe(false)
  expect((await pin(person, onPage.id)).status).toBe(422)
  expect((await pin(await app.signIn(), all[0]?.id ?? '')).status).toBe(404)
})

it('rejects a source that the list would not accept', async () => {
  const attempts = [
    { ...source, address: 'https://elsewhere.test/merchants' },
    { ...source, address: '//elsewhere.test' },
    { ...source, request: { unknown: 'x' } as Record<string, string> },
    { ...source, request: { startDate: 'yesterday' } },
    { ...source, request: { search: 'x'.repeat(201) } },
  ]
  for (const wrong of attempts) {
    const refused = await ada.call(views.create, { ...merchants, name: 'Wrong', place: 'wrong', source: wrong })
    expect([refused.status, wrong]).toEqual([400, wrong])
  }
})

it('counts the others if a list fails, no longer accepts the filters, or is closed to the role', async () => {
  const person = await withRights(['merchants.read'])
  const [broken, closed, kept] = [
    await save(person, { name: 'Broken', place: 'mixed', source }),
    await save(person, { name: 'Closed', place: 'mixed', source }),
    await save(person, {
      name: 'Kept',
      place: 'mixed',
      source: { ...source, request: { search: 'no such merchant' } },
    }),
  ]
  for (const { id } of [broken, closed, kept]) await person.call(views.use, { viewId: id, isPinned: true })
  const request = JSON.stringify({ address: '/merchants', request: { dropped: 'x' } })
  await app.db.updateTable('list_view').set({ source: request }).where('id', '=', broken.id).execute()
  await app.db.updateTable('list_view').set({ call: contract.audit.list.path }).where('id', '=', closed.id).execute()
  expect((await countsOf(person)).map(({ name, total, problem }) => [name, total, problem])).toEqual([
    ['Broken', null, 'FILTERS'],
    ['Kept', 0, null],
  ])
})

it('names a list that takes longer than 60 ms instead of waiting for it', async () => {
  const person = await app.signIn()
  const view = await save(person, {
    name: 'Slow',
    place: 'slow',
    source: { ...source, request: { search: 'slow one' } },
  })
  await person.call(views.use, { viewId: view.id, isPinned: true })
  await app.db.transaction().execute(async (t) => {
    await sql`lock table merchant in access exclusive mode`.execute(t)
    const { data } = await person.call(views.counts, {})
    expect(data.views).toMatchObject([{ total: null, problem: 'SLOW' }])
  })
})
