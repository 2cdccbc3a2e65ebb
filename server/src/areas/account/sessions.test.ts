import { contract } from '@kobo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'

const { account, session } = contract
const minuteMs = 60_000
const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0'

let app: TestApp
beforeAll(async () => {
  // A trusted proxy lets each test choose its client address.
  app = await startApp({ settings: { trustedProxies: ['127.0.0.1'] } })
})
afterAll(() => app.close())

/** Opens another session of the same person. */
async function another({ staffId }: Client, fields: Record<string, string> = {}): Promise<Client> {
  const client = await app.signIn()
  await change(client, { staff_id: staffId, ...fields })
  return client
}

async function change({ credentials }: Client, fields: Record<string, string>): Promise<void> {
  await app.db.updateTable('session').set(fields).where('id', '=', credentials.sessionId).execute()
}

const agoIso = (ms: number) => new Date(app.clock.now().getTime() - ms).toISOString()

async function listed(client: Client) {
  return (await client.call(account.sessions, {})).data.sessions
}

it('lists device, address, start and last use of each session, latest use first, and marks the current one', async () => {
  const here = await app.signIn()
  const other = await another(here, { user_agent: agent, address: '203.0.113.9', seen_at: agoIso(5 * minuteMs) })
  const sessions = await listed(here)
  expect(sessions).toEqual([
    expect.objectContaining({ id: here.credentials.sessionId, device: 'Unknown device', isThis: true }),
    {
      id: other.credentials.sessionId,
      device: 'Firefox on Linux',
      address: '203.0.113.9',
      createdAt: expect.any(String),
      seenAt: expect.stringMatching(/^\d{4}-/),
      isThis: false,
    },
  ])
})

it('omits ended, idle and expired sessions and those of other people', async () => {
  const here = await app.signIn()
  const { sessionIdleMs } = app.services.settings
  await another(here, { ended_at: agoIso(1), end_reason: 'LOGOUT' })
  await another(here, { seen_at: agoIso(sessionIdleMs + 1) })
  await another(here, { ends_at: agoIso(1) })
  await app.signIn()
  expect((await listed(here)).map(({ id }) => id)).toEqual([here.credentials.sessionId])
})

it('records last use and address at most once a minute and never for background polling', async () => {
  const here = await app.signIn()
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  const seen = async () => {
    const { id } = { id: here.credentials.sessionId }
    return await app.db.selectFrom('session').select(['seen_at', 'address']).where('id', '=', id).executeTakeFirst()
  }
  await change(here, { seen_at: agoIso(59_000) })
  const before = await seen()
  await here.call(session.profile, {}, from('203.0.113.1'))
  expect(await seen()).toEqual(before)
  await change(here, { seen_at: agoIso(61_000) })
  const later = await seen()
  await here.call(session.profile, {}, { headers: { 'x-background': '1', 'x-forwarded-for': '203.0.113.2' } })
  expect(await seen()).toEqual(later)
  await here.call(session.profile, {}, from('203.0.113.3'))
  const after = await seen()
  expect(after?.address).toBe('203.0.113.3')
  expect(Date.parse(after?.seen_at ?? '')).toBeGreaterThan(Date.parse(later?.seen_at ?? ''))
})

it('ends another session of the same person, with an audit row', async () => {
  const here = await app.signIn()
  const other = await another(here)
  const { sessionId } = other.credentials
  expect((await here.call(account.endSession, { sessionId })).status).toBe(200)
  expect(await other.call(session.profile, {})).toMatchObject({ status: 401, code: 'not_signed_in' })
  expect((await here.call(session.profile, {})).status).toBe(200)
  const audit = await app.db.selectFrom('audit').selectAll().where('staff_id', '=', here.staffId).execute()
  expect(audit).toEqual([expect.objectContaining({ action: 'session.end', record_id: sessionId })])
  expect(await here.call(account.endSession, { sessionId })).toMatchObject({ status: 404 })
})

it("rejects ending another person's session or the current one", async () => {
  const [here, stranger] = [await app.signIn(), await app.signIn()]
  const strangerReply = await here.call(account.endSession, { sessionId: stranger.credentials.sessionId })
  expect(strangerReply).toMatchObject({ status: 404, code: 'not_found' })
  expect((await stranger.call(session.profile, {})).status).toBe(200)
  const own = await here.call(account.endSession, { sessionId: here.credentials.sessionId })
  expect(own).toMatchObject({ status: 422, code: 'refused' })
  expect((await here.call(session.profile, {})).status).toBe(200)
})

it('ends a session once under concurrent duplicate calls', async () => {
  const here = await app.signIn()
  const { sessionId } = (await another(here)).credentials
  const both = await Promise.all([1, 2].map(() => here.call(account.endSession, { sessionId })))
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
})

it('lets an auditor list and end their own sessions', async () => {
  const here = await app.signIn({ role: 'AUDITOR' })
  const other = await another(here)
  expect((await here.call(account.endSession, { sessionId: other.credentials.sessionId })).status).toBe(200)
  expect(await listed(here)).toHaveLength(1)
})
