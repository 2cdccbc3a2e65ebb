import { contract } from '@kobo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { mailTo } from '../../testing/mails.ts'
import { aMemberWithApp, password, shownBy } from '../../testing/second-factor.ts'

const { secondFactor, session } = contract
const stepMs = 30_000

let app: TestApp
beforeAll(async () => {
  app = await startApp({ jobs: 'running' })
})
afterAll(() => app.close())

async function startLogin(email: string): Promise<string> {
  return (await app.call(session.login, { email, password })).data.challengeId
}

const verify = (challengeId: string, code: string) => app.call(session.verify, { challengeId, code })

const signInMails = (email: string) =>
  app.db
    .selectFrom('outbox_mail')
    .select('id')
    .where('to_address', '=', email)
    .where('subject', 'like', '%sign-in code%')
    .execute()

it('AUTH-10 opens the session with an app code and emails none', async () => {
  const { email, secret } = await aMemberWithApp(app)
  app.clock.advance(stepMs)
  const started = await app.call(session.login, { email, password })
  expect(started).toMatchObject({ message: 'Your authenticator app shows the code', data: { factor: 'app', email } })
  const done = await verify(started.data.challengeId, shownBy(app, secret))
  expect(done).toMatchObject({ status: 200, data: { user: { email } } })
  // The set-up's email is sent after a code's would have been.
  await mailTo(app, email, 'now requires an authenticator app')
  expect(await signInMails(email)).toEqual([])
})

it('reveals nothing about the app without the password', async () => {
  const { email } = await aMemberWithApp(app)
  const wrong = await app.call(session.login, { email, password: 'not-it-at-all' })
  const unknown = await app.call(session.login, { email: 'nobody@demo.test', password })
  expect([wrong.status, wrong.message]).toEqual([unknown.status, unknown.message])
})

it('rejects resending a code by email when an app is enabled', async () => {
  const { email } = await aMemberWithApp(app)
  const challengeId = await startLogin(email)
  app.clock.advance(2 * stepMs)
  const resent = await app.call(session.resendLogin, { challengeId })
  expect(resent).toMatchObject({ status: 422, message: 'Your authenticator app shows the code. No code is emailed' })
})

it.each([
  [-2, 400],
  [-1, 200],
  [0, 200],
  [1, 200],
  [2, 400],
])('responds to a code that is %i steps away with %i', async (steps, status) => {
  const { email, secret } = await aMemberWithApp(app)
  // At the beginning of a time step, so that none ends during the test.
  app.clock.advance(5 * stepMs - (app.clock.now().getTime() % stepMs))
  expect((await verify(await startLogin(email), shownBy(app, secret, steps))).status).toBe(status)
})

it('accepts an app code once and rejects codes of earlier steps after it', async () => {
  const { email, secret } = await aMemberWithApp(app)
  const used = shownBy(app, secret)
  expect((await verify(await startLogin(email), used)).status).toBe(400)
  app.clock.advance(3 * stepMs)
  const [earlier, now] = [shownBy(app, secret, -1), shownBy(app, secret)]
  expect((await verify(await startLogin(email), now)).status).toBe(200)
  expect((await verify(await startLogin(email), now)).status).toBe(400)
  expect((await verify(await startLogin(email), earlier)).status).toBe(400)
})

it('accepts the same code for one of three concurrent sign-ins', async () => {
  const { email, secret } = await aMemberWithApp(app)
  app.clock.advance(stepMs)
  const started = [await startLogin(email), await startLogin(email), await startLogin(email)]
  const code = shownBy(app, secret)
  const replies = await Promise.all(started.map((challengeId) => verify(challengeId, code)))
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400])
})

it('accepts a recovery code once in any spelling, also concurrently, and emails the owner', async () => {
  const member = await aMemberWithApp(app)
  const { email, recoveryCodes } = member
  const [first = '', second = ''] = recoveryCodes
  const opened = await verify(await startLogin(email), first.toUpperCase().replace('-', ''))
  expect(opened.status).toBe(200)
  expect((await verify(await startLogin(email), first)).status).toBe(400)
  const started = [await startLogin(email), await startLogin(email)]
  const both = await Promise.all(started.map((challengeId) => verify(challengeId, second)))
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  expect((await member.here.call(secondFactor.state, {})).data.recoveryCodesLeft).toBe(8)
  expect((await mailTo(app, email, 'recovery code of your')).text).toContain('are left')
})

it("rejects another person's app code or recovery code", async () => {
  const [one, two] = [await aMemberWithApp(app), await aMemberWithApp(app)]
  app.clock.advance(stepMs)
  const challengeId = await startLogin(one.email)
  expect((await verify(challengeId, shownBy(app, two.secret))).status).toBe(400)
  expect((await verify(challengeId, two.recoveryCodes[0] ?? '')).status).toBe(400)
  expect((await verify(challengeId, shownBy(app, one.secret))).status).toBe(200)
})

it('voids a sign-in after five wrong codes and locks out an address after ten', async () => {
  const { email, secret } = await aMemberWithApp(app)
  const [first, second] = [await startLogin(email), await startLogin(email)]
  const wrong = shownBy(app, secret, 6)
  for (let attempt = 0; attempt < 5; attempt++) expect((await verify(first, wrong)).status).toBe(400)
  app.clock.advance(stepMs)
  expect((await verify(first, shownBy(app, secret))).status).toBe(400)
  for (let attempt = 0; attempt < 4; attempt++) expect((await verify(second, wrong)).status).toBe(400)
  expect(await verify(second, shownBy(app, secret))).toMatchObject({ status: 429 })
})

it.each(['', '12345', '1234567', 'abcde-fghj', 'abcde-fghj0', 'x'.repeat(10_000)])(
  'rejects the code %.20j before looking up the sign-in',
  async (code) => {
    const reply = await verify('no-such-sign-in', code)
    expect(reply).toMatchObject({ status: 400, fields: { code: expect.any(String) } })
  },
)
