import { contract } from '@kobo/contract'
import { permissions } from '@kobo/contract/kit/permission'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { hashPassword } from '../../http/passwords.ts'
import { signingKey } from '../../http/signature.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { sendCall } from '../../testing/client.ts'
import { uuidv7 } from '../../uuid.ts'

const { session } = contract
const password = 'kobo-demo-2026'
const minuteMs = 60_000

let app: TestApp
let passwordHash: string
let email: string
let staffId: string

beforeAll(async () => {
  app = await startApp({ jobs: 'running' })
  passwordHash = await hashPassword(password)
})

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

afterAll(() => app.close())

/** Returns the newest emailed code, once `count` emails have been sent. */
async function mailedCode(count = 1): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const response = await fetch(`${app.url}/outbox.json?to=${email}`)
    const mails = (await response.json()) as { subject: string; text: string }[]
    const code = /\b(\d{6})\b/.exec(mails[0]?.subject ?? '')?.[1]
    if (mails.length >= count && code !== undefined) return code
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('No code was mailed')
}

function wrongCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}

async function signIn() {
  const { data } = await app.call(session.login, { email, password })
  return app.call(session.verify, { challengeId: data.challengeId, code: await mailedCode() })
}

async function credentialsOf(reply: Awaited<ReturnType<typeof signIn>>) {
  const cookie = /kobo_session=([^;]+)/.exec(reply.headers.get('set-cookie') ?? '')?.[1] ?? ''
  const { token, sessionId } = reply.data
  return { sessionId, cookie, key: signingKey(app.services.settings.hashKey, token) }
}

/** What the role of an administrator adds to a user. */
const administrator = {
  roleName: 'Administrator',
  rights: permissions.flatMap((permission) =>
    permission === 'public' || permission === 'own' ? [] : [{ permission, maxAmount: null }],
  ),
  accessUntil: null,
}

it('AUTH-10 API-05 API-06 signs in with the password and the emailed code', async () => {
  const started = await app.call(session.login, { email: email.toUpperCase(), password })
  expect(started.data).toEqual({
    challengeId: expect.any(String),
    email,
    expiresAt: expect.closeTo(Date.now() + 5 * minuteMs, -4),
    resendAfter: expect.closeTo(Date.now() + minuteMs, -4),
    factor: 'mail',
  })
  const done = await app.call(session.verify, { challengeId: started.data.challengeId, code: await mailedCode() })
  expect(done.data).toMatchObject({
    user: { firstName: 'Ada', lastName: 'Obi', email, role: 'ADMIN', ...administrator },
    mode: 'PRODUCTION',
  })
  const [sessionCookie, deviceCookie] = done.headers.getSetCookie()
  expect(sessionCookie).toMatch(/^kobo_session=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/)
  expect(deviceCookie).toMatch(
    /^kobo_device=[\w-]{22}\.[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Strict$/,
  )
  const credentials = await credentialsOf(done)
  const profile = await sendCall(app.url, credentials, session.profile, {})
  expect(profile.data).toEqual({
    user: { id: staffId, firstName: 'Ada', lastName: 'Obi', email, role: 'ADMIN', ...administrator, listDefaults: {} },
    mode: 'PRODUCTION',
  })
})

it('stores neither token, cookie nor code in usable form', async () => {
  const reply = await signIn()
  const { cookie, key } = await credentialsOf(reply)
  const rows = JSON.stringify([
    await app.db.selectFrom('session').selectAll().execute(),
    await app.db.selectFrom('challenge').selectAll().execute(),
  ])
  for (const secret of [reply.data.token, cookie, key.toString('base64url'), key.toString('hex'), await mailedCode()]) {
    expect(rows).not.toContain(secret)
  }
})

it('responds alike for an unknown address and a member without a password', async () => {
  await app.db.updateTable('staff').set({ password_hash: null }).where('id', '=', staffId).execute()
  const unknown = await app.call(session.login, { email: 'nobody@demo.test', password })
  const none = await app.call(session.login, { email, password })
  for (const reply of [unknown, none]) {
    expect(reply).toMatchObject({ status: 400, code: 'wrong_credentials', message: unknown.message })
  }
})

it('locks out an address for 30 minutes after ten failures without ending sessions', async () => {
  const credentials = await credentialsOf(await signIn())
  for (let attempt = 0; attempt < 10; attempt++) {
    expect((await app.call(session.login, { email, password: 'wrong one' })).code).toBe('wrong_credentials')
  }
  const lockedOut = await app.call(session.login, { email, password })
  expect(lockedOut).toMatchObject({
    status: 429,
    code: 'too_many_requests',
    message: 'Too many wrong passwords from this address',
  })
  expect(Number(lockedOut.headers.get('retry-after'))).toBeGreaterThan(29 * 60)
  expect((await sendCall(app.url, credentials, session.profile, {})).status).toBe(200)
  app.clock.advance(30 * minuteMs)
  expect((await app.call(session.login, { email, password })).status).toBe(200)
  app.clock.advance(-30 * minuteMs)
})

it('accepts a code once and rejects it after five minutes or five wrong attempts', async () => {
  const first = await app.call(session.login, { email, password })
  const code = await mailedCode()
  const verify = { challengeId: first.data.challengeId, code }
  for (let attempt = 0; attempt < 5; attempt++) {
    expect((await app.call(session.verify, { ...verify, code: wrongCode(code) })).code).toBe('wrong_credentials')
  }
  expect((await app.call(session.verify, verify)).status).toBe(400)

  const second = await app.call(session.login, { email, password })
  const repeated = { challengeId: second.data.challengeId, code: await mailedCode(2) }
  await app.db
    .updateTable('challenge')
    .set({ expires_at: new Date(Date.now() - 1).toISOString() })
    .where('id', '=', repeated.challengeId)
    .execute()
  expect((await app.call(session.verify, repeated)).status).toBe(400)
  await app.db
    .updateTable('challenge')
    .set({ expires_at: new Date(Date.now() + minuteMs).toISOString() })
    .where('id', '=', repeated.challengeId)
    .execute()
  expect((await app.call(session.verify, repeated)).status).toBe(200)
  expect((await app.call(session.verify, repeated)).status).toBe(400)
})

it('accepts a code only for its own sign-in, and once under concurrent calls', async () => {
  const first = await app.call(session.login, { email, password })
  const code = await mailedCode()
  const other = await app.call(session.login, { email, password })
  await mailedCode(2)
  expect(
    (await app.call(session.verify, { challengeId: other.data.challengeId, code: wrongCode(await mailedCode(2)) }))
      .status,
  ).toBe(400)
  const both = await Promise.all(
    [1, 2, 3].map(() => app.call(session.verify, { challengeId: first.data.challengeId, code })),
  )
  expect(both.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 400, 400])
})

it('API-10 resends a code after a minute, at most three times', async () => {
  const { data } = await app.call(session.login, { email, password })
  const { challengeId } = data
  const tooEarly = await app.call(session.resendLogin, { challengeId })
  expect(tooEarly).toMatchObject({ status: 429, code: 'too_many_requests' })
  expect(Number(tooEarly.headers.get('retry-after'))).toBeGreaterThan(50)
  const first = await mailedCode()
  const minuteAgo = () =>
    app.db
      .updateTable('challenge')
      .set({ sent_at: new Date(Date.now() - minuteMs).toISOString() })
      .where('id', '=', challengeId)
      .execute()
  for (const count of [2, 3, 4]) {
    await minuteAgo()
    expect((await app.call(session.resendLogin, { challengeId })).data).toMatchObject({ challengeId, email })
    await mailedCode(count)
  }
  await minuteAgo()
  expect((await app.call(session.resendLogin, { challengeId })).status).toBe(429)
  const last = await mailedCode(4)
  if (first !== last) expect((await app.call(session.verify, { challengeId, code: first })).status).toBe(400)
  expect((await app.call(session.verify, { challengeId, code: last })).status).toBe(200)
})

it('AUTH-11 API-07 API-08 API-09 sets a new password with an emailed code and ends every session', async () => {
  const credentials = await credentialsOf(await signIn())
  const known = await app.call(session.forgetPassword, { email })
  const unknown = await app.call(session.forgetPassword, { email: 'nobody@demo.test' })
  expect(unknown.text).toBe(known.text)
  await mailedCode(2)
  await app.db
    .updateTable('challenge')
    .set({ sent_at: new Date(Date.now() - minuteMs).toISOString() })
    .where('purpose', '=', 'RESET')
    .execute()
  const repeated = await app.call(session.resendReset, { email })
  expect(repeated.status).toBe(200)
  expect((await app.call(session.resendReset, { email: 'nobody@demo.test' })).text).toBe(repeated.text)
  const code = await mailedCode(3)
  const fresh = 'a-better-password'
  expect((await app.call(session.resetPassword, { email, code: wrongCode(code), password: fresh })).status).toBe(400)
  expect((await app.call(session.resetPassword, { email, code, password: fresh })).status).toBe(200)
  expect((await sendCall(app.url, credentials, session.profile, {})).status).toBe(401)
  expect((await app.call(session.login, { email, password })).status).toBe(400)
  expect((await app.call(session.login, { email, password: fresh })).status).toBe(200)
})

it('CONST-08 rejects a new password under six characters or a common one', async () => {
  const short = await app.call(session.resetPassword, { email, code: '000000', password: '12345' })
  expect(short).toMatchObject({ status: 400, message: 'Password must not be less than 6 characters' })
  const common = await app.call(session.resetPassword, { email, code: '000000', password: 'Password123' })
  expect(common).toMatchObject({ status: 422, fields: { password: expect.any(String) } })
})

it('SHELL-11 ends the session on logout', async () => {
  const credentials = await credentialsOf(await signIn())
  const out = await sendCall(app.url, credentials, session.logout, {})
  expect(out.headers.get('set-cookie')).toMatch(/kobo_session=;/)
  expect((await sendCall(app.url, credentials, session.profile, {})).status).toBe(401)
})

it('ends a session when idle or at its maximum age, and does not extend it for background polling', async () => {
  const idle = await app.signIn()
  const busy = await app.signIn()
  const { sessionIdleMs, sessionLifeMs } = app.services.settings
  const lastSeen = (ms: number, id: string) =>
    app.db
      .updateTable('session')
      .set({ seen_at: new Date(Date.now() - ms).toISOString() })
      .where('id', '=', id)
      .execute()
  await lastSeen(sessionIdleMs - 1000, idle.credentials.sessionId)
  expect((await idle.call(session.profile, {}, { headers: { 'x-background': '1' } })).status).toBe(200)
  const seen = await app.db
    .selectFrom('session')
    .select('seen_at')
    .where('id', '=', idle.credentials.sessionId)
    .executeTakeFirstOrThrow()
  expect(Date.now() - Date.parse(seen.seen_at)).toBeGreaterThan(sessionIdleMs - 2000)
  await lastSeen(sessionIdleMs + 1000, idle.credentials.sessionId)
  expect((await idle.call(session.profile, {})).status).toBe(401)

  expect((await busy.call(session.profile, {})).status).toBe(200)
  await app.db
    .updateTable('session')
    .set({ ends_at: new Date(Date.now() - 1).toISOString() })
    .where('id', '=', busy.credentials.sessionId)
    .execute()
  expect((await busy.call(session.profile, {})).status).toBe(401)
  expect(sessionLifeMs).toBe(12 * 60 * minuteMs)
})

it('AUTH-09 returns the remaining session time with each response and extends it by use only', async () => {
  const client = await app.signIn()
  const { sessionIdleMs, sessionLifeMs } = app.services.settings
  await app.db
    .updateTable('session')
    .set({ seen_at: new Date(Date.now() - sessionIdleMs + 100_000).toISOString() })
    .where('id', '=', client.credentials.sessionId)
    .execute()
  const secondsLeft = async (headers: Record<string, string>) => {
    const reply = await client.call(session.profile, {}, { headers })
    return [reply.headers.get('x-session-idle-seconds'), reply.headers.get('x-session-seconds')].map(Number)
  }
  const [background = 0, total = 0] = await secondsLeft({ 'x-background': '1' })
  expect(background).toBeGreaterThan(0)
  expect(background).toBeLessThanOrEqual(100)
  expect(total).toBeLessThanOrEqual(sessionLifeMs / 1000)
  const [used = 0] = await secondsLeft({})
  expect(used).toBe(sessionIdleMs / 1000)
})

it('SHELL-35 SHELL-36 API-01 changes the mode of the session and keeps it for the next sign-in', async () => {
  const credentials = await credentialsOf(await signIn())
  const reply = await sendCall(app.url, credentials, session.changeMode, { mode: 'SANDBOX' })
  expect(reply).toMatchObject({ status: 200, message: 'Mode changed successfully' })
  expect(reply.headers.get('x-mode')).toBe('SANDBOX')
  const profile = await sendCall(app.url, credentials, session.profile, {})
  expect(profile.headers.get('x-mode')).toBe('SANDBOX')
  expect(profile.data.mode).toBe('SANDBOX')
  const { data } = await app.call(session.login, { email, password })
  expect((await app.call(session.verify, { challengeId: data.challengeId, code: await mailedCode(2) })).data.mode).toBe(
    'SANDBOX',
  )
  const wrong = await sendCall(
    app.url,
    credentials,
    session.changeMode,
    { mode: 'SANDBOX' },
    { rawBody: '{"mode":"LIVE"}' },
  )
  expect(wrong.status).toBe(400)
})
