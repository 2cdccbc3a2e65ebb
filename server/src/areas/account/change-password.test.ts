import { contract } from '@kobo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashPassword, isPassword } from '../../http/passwords.ts'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { mailTo } from '../../testing/mails.ts'

const { account, session } = contract
const oldPassword = 'kobo-demo-2026'
const password = 'a-better-password'

let app: TestApp
let passwordHash: string
beforeAll(async () => {
  app = await startApp({ jobs: 'running' })
  passwordHash = await hashPassword(oldPassword)
})
afterAll(() => app.close())

/** Returns a signed-in member of staff with a known password. */
async function aPerson(): Promise<{ here: Client; email: string }> {
  const here = await app.signIn()
  const { email } = await app.db
    .updateTable('staff')
    .set({ password_hash: passwordHash })
    .where('id', '=', here.staffId)
    .returning('email')
    .executeTakeFirstOrThrow()
  return { here, email }
}

/** Opens another session of the same person. */
async function elsewhere({ staffId }: Client): Promise<Client> {
  const other = await app.signIn()
  const { sessionId } = other.credentials
  await app.db.updateTable('session').set({ staff_id: staffId }).where('id', '=', sessionId).execute()
  return other
}

async function storedHash({ staffId }: Client) {
  const { password_hash } = await app.db
    .selectFrom('staff')
    .select('password_hash')
    .where('id', '=', staffId)
    .executeTakeFirstOrThrow()
  return password_hash
}

it('SETTINGS-07 API-04 changes the password, ends other sessions and pending sign-ins, and emails the owner', async () => {
  const { here, email } = await aPerson()
  const other = await elsewhere(here)
  const started = await app.call(session.login, { email, password: oldPassword })
  const changed = await here.call(account.changePassword, { oldPassword, password })
  expect(changed).toMatchObject({ status: 200, message: 'Your password was changed' })
  expect(changed.headers.get('set-cookie')).toMatch(/^kobo_device=/)
  expect((await here.call(session.profile, {})).status).toBe(200)
  expect((await other.call(session.profile, {})).status).toBe(401)
  const code = /\d{6}/.exec((await mailTo(app, email, 'sign-in code')).subject)?.[0] ?? ''
  expect((await app.call(session.verify, { challengeId: started.data.challengeId, code })).status).toBe(400)
  expect((await app.call(session.login, { email, password: oldPassword })).status).toBe(400)
  expect((await app.call(session.login, { email, password })).status).toBe(200)
  expect((await mailTo(app, email, 'password was changed')).text).toContain('signed out everywhere else')
  const audit = await app.db.selectFrom('audit').selectAll().where('staff_id', '=', here.staffId).execute()
  expect(audit.map(({ action }) => action)).toContain('staff.change-password')
  expect(JSON.stringify(audit)).not.toContain(password)
})

it('API-04 replays the response of a repeated idempotency key instead of rejecting the old password', async () => {
  const { here } = await aPerson()
  const headers = { 'idempotency-key': 'one-change-of-mind' }
  const first = await here.call(account.changePassword, { oldPassword, password }, { headers })
  const repeated = await here.call(account.changePassword, { oldPassword, password }, { headers })
  expect([repeated.status, repeated.text]).toEqual([200, first.text])
  expect(repeated.headers.get('idempotency-replayed')).toBe('true')
})

it('API-04 rejects a wrong old password at its field and changes nothing', async () => {
  const { here } = await aPerson()
  const other = await elsewhere(here)
  const reply = await here.call(account.changePassword, { oldPassword: 'not-it-at-all', password })
  expect(reply).toMatchObject({
    status: 400,
    code: 'wrong_credentials',
    fields: { oldPassword: 'The old password is wrong' },
  })
  expect(await storedHash(here)).toBe(passwordHash)
  expect((await other.call(session.profile, {})).status).toBe(200)
})

it('API-04 rejects a new password that equals the old one', async () => {
  const { here } = await aPerson()
  const reply = await here.call(account.changePassword, { oldPassword, password: oldPassword })
  expect(reply).toMatchObject({ status: 400, fields: { password: 'The new password must differ from the old one' } })
})

it('API-04 locks out password changes and sign-in after ten wrong old passwords, and keeps the session', async () => {
  const { here, email } = await aPerson()
  const wrong = () => here.call(account.changePassword, { oldPassword: 'not-it-at-all', password })
  const replies = await Promise.all(Array.from({ length: 10 }, wrong))
  expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 400))
  const lockedOut = await here.call(account.changePassword, { oldPassword, password })
  expect(lockedOut).toMatchObject({ status: 429, message: 'Too many wrong passwords from this address' })
  expect(Number(lockedOut.headers.get('retry-after'))).toBeGreaterThan(29 * 60)
  expect((await app.call(session.login, { email, password: oldPassword })).status).toBe(429)
  expect(await storedHash(here)).toBe(passwordHash)
  expect((await here.call(session.profile, {})).status).toBe(200)
  expect((await mailTo(app, email, 'Failed sign-in attempts')).text).toContain('ten wrong passwords')
})

it('does not count correct old passwords as failures', async () => {
  const { here } = await aPerson()
  let now = oldPassword
  for (let round = 0; round < 11; round++) {
    const next = `${password}-${round}`
    expect((await here.call(account.changePassword, { oldPassword: now, password: next })).status).toBe(200)
    now = next
  }
})

it('applies one of two concurrent password changes and rejects the other', async () => {
  const { here } = await aPerson()
  const passwords = ['the-first-password', 'the-second-password']
  const replies = await Promise.all(
    passwords.map((newPassword) => here.call(account.changePassword, { oldPassword, password: newPassword })),
  )
  const winner = replies.findIndex(({ status }) => status === 200)
  expect(replies.map(({ status }) => status === 200).filter(Boolean)).toHaveLength(1)
  expect(replies[1 - winner]?.status).toBeOneOf([400, 409])
  expect(await isPassword(await storedHash(here), passwords[winner] ?? '')).toBe(true)
})

it.each([
  [{ password }, 'oldPassword', 'Old Password is required'],
  [{ oldPassword: '', password }, 'oldPassword', 'Old Password is required'],
  [{ oldPassword: '12345', password }, 'oldPassword', 'Password must not be less than 6 characters'],
  [{ oldPassword: 123456, password }, 'oldPassword', 'Old Password is required'],
  [{ oldPassword }, 'password', 'New Password is required'],
  [{ oldPassword, password: null }, 'password', 'New Password is required'],
  [{ oldPassword, password: '12345' }, 'password', 'Password must not be less than 6 characters'],
  [{ oldPassword, password: 'x'.repeat(201) }, 'password', 'Password must not be longer than 200 characters'],
  [{ oldPassword, password, confirmPassword: password }, 'confirmPassword', 'Unknown field'],
])('API-04 VALID-19 VALID-20 rejects a password change with %j at %s', async (body, field, message) => {
  const { here } = await aPerson()
  const reply = await here.call(account.changePassword, { oldPassword, password }, { rawBody: JSON.stringify(body) })
  expect(reply).toMatchObject({ status: 400, fields: { [field]: message } })
  expect(await storedHash(here)).toBe(passwordHash)
})

it('rejects an oversized body and a common password', async () => {
  const { here } = await aPerson()
  const rawBody = JSON.stringify({ oldPassword, password: 'x'.repeat(1_000_000) })
  expect((await here.call(account.changePassword, { oldPassword, password }, { rawBody })).status).toBe(413)
  const common = await here.call(account.changePassword, { oldPassword, password: 'Password123' })
  expect(common).toMatchObject({ status: 422, fields: { password: expect.stringContaining('Choose another') } })
  expect(await storedHash(here)).toBe(passwordHash)
})
