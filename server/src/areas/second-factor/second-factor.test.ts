import { contract } from '@kobo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { mailTo } from '../../testing/mails.ts'
import { aMember, aMemberWithApp, type Member, password, shownBy } from '../../testing/second-factor.ts'

const { secondFactor, session, team } = contract
const stepMs = 30_000

let app: TestApp
beforeAll(async () => {
  app = await startApp({ jobs: 'running' })
})
afterAll(() => app.close())

const state = async ({ here }: Member) => (await here.call(secondFactor.state, {})).data
const actionsOf = async ({ here }: Member) =>
  (await app.db.selectFrom('audit').select('action').where('staff_id', '=', here.staffId).orderBy('id').execute()).map(
    ({ action }) => action,
  )

it('sets up the app by password, requires it once a code is verified, and returns ten recovery codes', async () => {
  const member = await aMember(app)
  const { here, email } = member
  const created = await here.call(secondFactor.setUp, { password })
  const { secret, uri } = created.data
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(uri).toBe(`otpauth://totp/Kobo%20Console:${encodeURIComponent(email)}?secret=${secret}&issuer=Kobo%20Console`)
  expect(await state(member)).toEqual({ isOn: false, since: null, recoveryCodesLeft: 0 })
  expect((await app.call(session.login, { email, password })).data.factor).toBe('mail')

  const on = await here.call(secondFactor.turnOn, { code: shownBy(app, secret) })
  expect(new Set(on.data.recoveryCodes).size).toBe(10)
  for (const code of on.data.recoveryCodes) expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/)
  expect(await state(member)).toEqual({ isOn: true, since: expect.any(String), recoveryCodesLeft: 10 })
  expect((await mailTo(app, email, 'now requires an authenticator app')).text).toContain('no longer emailed')
  expect(await actionsOf(member)).toEqual(['second-factor.set-up', 'second-factor.turn-on'])
})

it('stores neither the secret nor a recovery code in usable form', async () => {
  const { secret, recoveryCodes } = await aMemberWithApp(app)
  const tables = ['second_factor', 'recovery_code', 'audit', 'idempotency'] as const
  const rows = await Promise.all(tables.map((table) => app.db.selectFrom(table).selectAll().execute()))
  const stored = JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))]) {
    expect(stored).not.toContain(text)
  }
})

it('rejects a set-up with a wrong password, which counts as a failure, or over an enabled app', async () => {
  const member = await aMember(app)
  const wrong = await member.here.call(secondFactor.setUp, { password: 'not-it-at-all' })
  expect(wrong).toMatchObject({ status: 400, code: 'wrong_credentials', fields: { password: 'The password is wrong' } })
  const { failures } = await app.db
    .selectFrom('sign_in_tries')
    .select('failures')
    .where('email', '=', member.email)
    .where('place', '=', '')
    .executeTakeFirstOrThrow()
  expect(failures).toBe(1)
  const using = await aMemberWithApp(app)
  expect((await using.here.call(secondFactor.setUp, { password })).status).toBe(409)
  expect((await using.here.call(secondFactor.turnOn, { code: shownBy(app, using.secret, 1) })).status).toBe(409)
})

it('rejects a code of another secret, of an earlier set-up or before a set-up', async () => {
  const { here } = await aMember(app)
  expect((await here.call(secondFactor.turnOn, { code: '123456' })).status).toBe(422)
  const first = (await here.call(secondFactor.setUp, { password })).data
  const second = (await here.call(secondFactor.setUp, { password })).data
  const tooEarly = await here.call(secondFactor.turnOn, { code: shownBy(app, first.secret) })
  expect(tooEarly).toMatchObject({ status: 400, fields: { code: expect.stringContaining('wrong') } })
  expect((await here.call(secondFactor.turnOn, { code: shownBy(app, second.secret) })).status).toBe(200)
})

it('voids a code that was emailed before the app was enabled', async () => {
  const { here, email } = await aMember(app)
  const started = await app.call(session.login, { email, password })
  const code = /\d{6}/.exec((await mailTo(app, email, 'sign-in code')).subject)?.[0] ?? ''
  const { secret } = (await here.call(secondFactor.setUp, { password })).data
  await here.call(secondFactor.turnOn, { code: shownBy(app, secret) })
  expect((await app.call(session.verify, { challengeId: started.data.challengeId, code })).status).toBe(400)
})

it('regenerates the recovery codes by an app code and invalidates the old ones', async () => {
  const member = await aMemberWithApp(app)
  const { here, secret, recoveryCodes } = member
  expect((await here.call(secondFactor.renewCodes, { code: shownBy(app, secret) })).status).toBe(400)
  app.clock.advance(stepMs)
  const renewed = await here.call(secondFactor.renewCodes, { code: shownBy(app, secret) })
  expect(renewed.data.recoveryCodes).toHaveLength(10)
  expect(renewed.data.recoveryCodes.some((code) => recoveryCodes.includes(code))).toBe(false)
  const { challengeId } = (await app.call(session.login, { email: member.email, password })).data
  expect((await app.call(session.verify, { challengeId, code: recoveryCodes[0] ?? '' })).status).toBe(400)
  const fresh = renewed.data.recoveryCodes[0] ?? ''
  expect((await app.call(session.verify, { challengeId, code: fresh })).status).toBe(200)
  expect((await mailTo(app, member.email, 'recovery codes')).text).toContain('ten new recovery codes')
})

it('disables the app by password and code together only, and returns to emailed codes', async () => {
  const member = await aMemberWithApp(app)
  const { here, secret, email } = member
  app.clock.advance(stepMs)
  const code = shownBy(app, secret)
  const noPassword = await here.call(secondFactor.turnOff, { password: 'not-it-at-all', code })
  expect(noPassword).toMatchObject({ status: 400, fields: { password: 'The password is wrong' } })
  const noCode = await here.call(secondFactor.turnOff, { password, code: shownBy(app, secret, 5) })
  expect(noCode).toMatchObject({ status: 400, fields: { code: 'The code is wrong or was used before' } })
  expect((await state(member)).isOn).toBe(true)
  expect((await here.call(secondFactor.turnOff, { password, code })).status).toBe(200)
  expect(await state(member)).toEqual({ isOn: false, since: null, recoveryCodesLeft: 0 })
  expect((await app.call(session.login, { email, password })).data.factor).toBe('mail')
  expect((await mailTo(app, email, 'no longer requires an authenticator app')).text).toContain('emailed code again')
  expect((await here.call(secondFactor.turnOff, { password, code })).status).toBe(409)
  expect((await here.call(secondFactor.renewCodes, { code })).status).toBe(409)
})

it('disables the app by a recovery code', async () => {
  const { here, recoveryCodes } = await aMemberWithApp(app)
  const [code = ''] = recoveryCodes
  expect((await here.call(secondFactor.turnOff, { password, code })).status).toBe(200)
})

it('accepts a code for one of two concurrent requests', async () => {
  const { here, secret } = await aMemberWithApp(app)
  app.clock.advance(stepMs)
  const code = shownBy(app, secret)
  const both = await Promise.all([1, 2].map(() => here.call(secondFactor.renewCodes, { code })))
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
})

it('locks out an address after ten wrong codes', async () => {
  const { here, secret } = await aMemberWithApp(app)
  for (let attempt = 0; attempt < 10; attempt++) {
    expect((await here.call(secondFactor.renewCodes, { code: shownBy(app, secret, 5) })).status).toBe(400)
  }
  app.clock.advance(stepMs)
  const lockedOut = await here.call(secondFactor.renewCodes, { code: shownBy(app, secret) })
  expect(lockedOut).toMatchObject({ status: 429, message: 'Too many wrong codes from this address' })
})

it.each([
  [secondFactor.setUp, { password: 1 }, 'password'],
  [secondFactor.setUp, { password: 'x'.repeat(201) }, 'password'],
  [secondFactor.turnOn, { code: 123456 }, 'code'],
  [secondFactor.turnOn, { code: '12345' }, 'code'],
  [secondFactor.turnOn, { code: 'abcde-fghjk' }, 'code'],
  [secondFactor.turnOff, { password, code: 'abcde-fghj' }, 'code'],
  [secondFactor.turnOff, { password, code: '9'.repeat(50_000) }, 'code'],
  [secondFactor.reset, { memberId: 'x', reason: '' }, 'reason'],
  [secondFactor.reset, { memberId: 'x', reason: 'x'.repeat(501) }, 'reason'],
])('%o rejects %.60j at its field', async (call, body, field) => {
  const { here } = await aMember(app)
  const reply = await here.call(call, {} as never, { rawBody: JSON.stringify(body) })
  expect(reply).toMatchObject({ status: 400, fields: { [field]: expect.any(String) } })
})

it('lets another administrator reset the app with a reason, audits it, emails the owner and ends sessions', async () => {
  const ada = await app.signIn({ firstName: 'Ada' })
  const member = await aMemberWithApp(app)
  const { here, email, secret } = member
  const memberId = here.staffId
  const usesApp = async () => (await ada.call(team.members, {})).data.members.find(({ id }) => id === memberId)?.usesApp
  expect(await usesApp()).toBe(true)
  const { challengeId } = (await app.call(session.login, { email, password })).data
  const reply = await ada.call(secondFactor.reset, { memberId, reason: 'The phone was stolen' })
  expect(reply).toMatchObject({ status: 200, message: 'Adaeze Okonkwo now signs in with an emailed code' })
  expect(await usesApp()).toBe(false)
  expect((await here.call(session.profile, {})).status).toBe(401)
  app.clock.advance(stepMs)
  expect((await app.call(session.verify, { challengeId, code: shownBy(app, secret) })).status).toBe(400)
  expect((await app.call(session.login, { email, password })).data.factor).toBe('mail')
  const mail = await mailTo(app, email, 'was reset')
  expect(mail.text).toContain('Ada Okonkwo')
  expect(mail.text).toContain('The phone was stolen')
  const audit = await app.db.selectFrom('audit').selectAll().where('staff_id', '=', ada.staffId).execute()
  expect(audit).toEqual([
    expect.objectContaining({ action: 'second-factor.reset', record_id: memberId, reason: 'The phone was stolen' }),
  ])
  expect((await ada.call(secondFactor.reset, { memberId, reason: 'Once more' })).status).toBe(409)
})

it("rejects resetting one's own app, a reset by an auditor, and a reset of an app that is not enabled", async () => {
  const member = await aMemberWithApp(app)
  const memberId = member.here.staffId
  for (const self of [memberId, memberId.toUpperCase()]) {
    const own = await member.here.call(secondFactor.reset, { memberId: self, reason: 'Lost' })
    expect(own).toMatchObject({ status: 422, message: 'Another administrator must do this for you' })
  }
  const auditor = await app.signIn({ role: 'AUDITOR' })
  expect((await auditor.call(secondFactor.reset, { memberId, reason: 'Lost' })).status).toBe(403)
  expect((await state(member)).isOn).toBe(true)
  const half = await aMember(app)
  await half.here.call(secondFactor.setUp, { password })
  expect((await member.here.call(secondFactor.reset, { memberId: half.here.staffId, reason: 'Lost' })).status).toBe(409)
})
