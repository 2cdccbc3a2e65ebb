import { contract } from '@kobo/contract'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { hashPassword } from '../../http/passwords.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { eventually } from '../../testing/payouts.ts'
import { uuidv7 } from '../../uuid.ts'

const { session } = contract
const password = 'kobo-demo-2026'
const fresh = 'a-better-password'

let app: TestApp
let passwordHash: string
let email: string
let staffId: string

beforeAll(async () => {
  app = await startApp({ jobs: 'running', through: async (url) => named(url, 'the server') })
  passwordHash = await hashPassword(password)
})
afterAll(() => app.close())

beforeEach(async () => {
  staffId = uuidv7()
  email = `ada-${staffId}@demo.test`
  await app.db
    .insertInto('staff')
    .values({
      id: staffId,
      created_at: new Date().toISOString(),
      email,
      first_name: 'Ada',
      last_name: 'Obi',
      role: 'ADMIN',
      password_hash: passwordHash,
    })
    .execute()
})

function named(url: string, name: string): string {
  const address = new URL(url)
  address.searchParams.set('application_name', name)
  return address.href
}

async function mailedCode(kind: 'sign-in' | 'password reset'): Promise<string> {
  return await eventually(async () => {
    const mails: { subject: string }[] = JSON.parse(await (await fetch(`${app.url}/outbox.json?to=${email}`)).text())
    return mails.find(({ subject }) => subject.includes(kind))?.subject.slice(0, 6)
  })
}

async function resetCode(): Promise<string> {
  await app.call(session.forgetPassword, { email })
  return await mailedCode('password reset')
}

const reset = (code: string) => app.call(session.resetPassword, { email, code, password: fresh })

describe('password reset', () => {
  it('voids sign-ins that began before the reset and allows later ones', async () => {
    const started = await app.call(session.login, { email, password })
    const signInCode = await mailedCode('sign-in')
    expect((await reset(await resetCode())).status).toBe(200)
    const afterReset = await app.call(session.verify, { challengeId: started.data.challengeId, code: signInCode })
    expect(afterReset).toMatchObject({ status: 400, code: 'wrong_credentials' })
    expect((await app.call(session.resendLogin, { challengeId: started.data.challengeId })).status).toBe(400)
    expect((await app.call(session.login, { email, password: fresh })).status).toBe(200)
  })

  it('voids a sign-in whose password is being verified during the reset', async () => {
    const client = new pg.Client({ connectionString: app.database.url })
    await client.connect()
    await client.query('begin')
    await client.query('update staff set password_hash = $1 where id = $2', [await hashPassword(fresh), staffId])
    const started = app.call(session.login, { email, password })
    await eventually(async () => {
      const { rows } = await app.database.pool.query(
        "select from pg_stat_activity where application_name = 'the server' and wait_event_type = 'Lock'",
      )
      return rows.length > 0
    })
    await client.query('commit')
    await client.end()
    expect(await started).toMatchObject({ status: 400, code: 'wrong_credentials' })
  })
})

it('emails one code for thirty concurrent password reset requests', async () => {
  const replies = await Promise.all(Array.from({ length: 30 }, () => app.call(session.forgetPassword, { email })))
  expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  const challenges = await app.db.selectFrom('challenge').select('id').where('email', '=', email).execute()
  expect(challenges).toHaveLength(1)
})

describe('deactivation and change of role', () => {
  it.each([
    ['status', { status: 'INACTIVE' }, { status: 'ACTIVE' }, 'DEACTIVATION'],
    ['role', { role: 'AUDITOR' }, { role: 'ADMIN' }, 'ROLE'],
  ])('ends sessions and pending sign-ins permanently when the %s changes', async (_what, change, restore, reason) => {
    const client = await app.signIn()
    const member = await app.db
      .selectFrom('staff')
      .select('email')
      .where('id', '=', client.staffId)
      .executeTakeFirstOrThrow()
    await app.db.updateTable('staff').set({ password_hash: passwordHash }).where('id', '=', client.staffId).execute()
    const started = await app.call(session.login, { email: member.email, password })
    email = member.email
    const code = await mailedCode('sign-in')
    await app.db.updateTable('staff').set(change).where('id', '=', client.staffId).execute()
    expect((await client.call(session.profile, {})).status).toBe(401)
    await app.db.updateTable('staff').set(restore).where('id', '=', client.staffId).execute()
    expect((await client.call(session.profile, {})).status).toBe(401)
    expect((await app.call(session.verify, { challengeId: started.data.challengeId, code })).status).toBe(400)
    const endedSessions = await app.db
      .selectFrom('session')
      .select('end_reason')
      .where('id', '=', client.credentials.sessionId)
      .executeTakeFirst()
    expect(endedSessions?.end_reason).toBe(reason)
  })
})

describe('known and unknown email addresses', () => {
  /** Returns the statements that the server runs meanwhile, without background work. */
  async function statementsOf(run: () => Promise<unknown>): Promise<string[]> {
    const spy = vi.spyOn(pg.Client.prototype, 'query')
    try {
      await run()
      return spy.mock.calls.flatMap(([query], index) => {
        const asker = JSON.stringify(Reflect.get(Object(spy.mock.contexts[index]), 'connectionParameters'))
        return asker.includes('the server') ? [textOf(query)] : []
      })
    } finally {
      spy.mockRestore()
    }
  }

  function textOf(query: unknown): string {
    return typeof query === 'string' ? query : String(Reflect.get(Object(query), 'text'))
  }

  const unknownEmail = 'nobody-at-all@demo.test'

  it.each([
    ['a wrong password', (as: string) => app.call(session.login, { email: as, password: 'wrong one' })],
    [
      'ten wrong passwords',
      async (as: string) => {
        for (let attempt = 0; attempt < 10; attempt++)
          await app.call(session.login, { email: as, password: 'wrong one' })
      },
    ],
    ['a forgotten password', (as: string) => app.call(session.forgetPassword, { email: as })],
    [
      'a wrong reset code',
      async (as: string) => {
        await app.call(session.forgetPassword, { email: as })
        await app.call(session.resetPassword, { email: as, code: '000000', password: fresh })
      },
    ],
    [
      'a resent reset code',
      async (as: string) => {
        await app.call(session.forgetPassword, { email: as })
        const sent_at = new Date(Date.now() - 60_000).toISOString()
        await app.db.updateTable('challenge').set({ sent_at }).where('email', '=', as).execute()
        await app.call(session.resendReset, { email: as })
      },
    ],
  ])('runs the same statements for a known and an unknown address: %s', async (_what, request) => {
    await app.db.deleteFrom('challenge').where('email', '=', unknownEmail).execute()
    await app.db.deleteFrom('sign_in_tries').where('email', '=', unknownEmail).execute()
    const known = await statementsOf(() => request(email))
    const unknown = await statementsOf(() => request(unknownEmail))
    expect(unknown).toEqual(known)
    expect(known.some((statement) => statement.startsWith('insert'))).toBe(true)
  })
})
