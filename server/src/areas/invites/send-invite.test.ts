import { contract } from '@kobo/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { startMailServer } from '../../testing/mails.ts'
import { eventually } from '../../testing/payouts.ts'
import { createInvite } from './create-invite.ts'

const { invites, session, team } = contract
const password = 'a-password-of-bola'
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const nameMessage = 'Must be a name without formulas or links'

let app: TestApp
let ada: Client
let post: Awaited<ReturnType<typeof startMailServer>>

beforeAll(async () => {
  post = await startMailServer()
  app = await startApp({
    jobs: 'running',
    settings: { smtpUrl: post.url, publicUrl: 'http://console.example', mailFrom: 'Kobo <kobo@demo.test>' },
  })
})
beforeEach(async () => {
  post.mails.length = 0
  // Some tests advance the clock by days.
  ada = await app.signIn({ firstName: 'Adaeze' })
})
afterAll(async () => {
  await app.close()
  await post.close()
})

let people = 0
const newInvitee = () => ({ firstName: 'Bola', lastName: 'Ade', email: `bola-${++people}@demo.test` })

/** Returns the emails to an address as plain text, once there are `count`. */
async function mailsTo(email: string, count: number): Promise<string[]> {
  const found = () => post.mails.filter(({ to }) => to.includes(email))
  await eventually(async () => found().length >= count)
  return found().map(({ text }) => text.replaceAll('=\r\n', '').replaceAll('=3D', '='))
}

/** Returns the parameters of the link in an email. */
function linkIn(mail: string | undefined) {
  const [, address = ''] = /^(http:\S+)\r?$/m.exec(mail ?? '') ?? []
  const url = new URL(address)
  expect(url.origin + url.pathname).toBe('http://console.example/invite')
  return { email: url.searchParams.get('email') ?? '', inviteCode: url.searchParams.get('inviteCode') ?? '' }
}

const rowsOf = (email: string) => app.db.selectFrom('invite').selectAll().where('email', '=', email).execute()
const auditOf = (email: string) => app.db.selectFrom('audit').selectAll().where('record_id', '=', email).execute()
const openCode = (email: string, inviteCode: string) => app.call(invites.status, { email, inviteCode })

describe('sending an invite', () => {
  it('API-72 TEAM-07 emails a link that makes its holder an administrator', async () => {
    const bola = newInvitee()
    const sent = await ada.call(invites.send, { ...bola, email: bola.email.toUpperCase() })
    expect([sent.status, sent.message]).toEqual([200, `We have emailed an invite to ${bola.email}`])
    const [mail] = await mailsTo(bola.email, 1)
    expect(mail).toContain('Subject: Adaeze Okonkwo invites you to Kobo Console')
    const holder = linkIn(mail)
    expect(holder.email).toBe(bola.email)
    expect(sent.text).not.toContain(holder.inviteCode)
    expect((await app.call(invites.accept, { ...holder, password })).status).toBe(200)
    expect((await app.call(session.login, { email: bola.email, password })).status).toBe(200)
    expect((await ada.call(team.members, {})).data.members[0]).toMatchObject({ ...bola, role: 'ADMIN' })
    expect(await auditOf(bola.email)).toMatchObject([{ staff_id: ada.staffId, action: 'invite.create' }])
  })

  it('TEAM-07 renews link and expiry of a repeated invite and invalidates the earlier link', async () => {
    const bola = newInvitee()
    await ada.call(invites.send, bola)
    const old = linkIn((await mailsTo(bola.email, 1))[0])
    const [before] = await rowsOf(bola.email)
    app.clock.advance(5 * minuteMs)
    expect((await ada.call(invites.send, { ...bola, lastName: 'Adeyemi' })).status).toBe(200)
    const fresh = linkIn((await mailsTo(bola.email, 2)).find((mail) => linkIn(mail).inviteCode !== old.inviteCode))
    const rows = await rowsOf(bola.email)
    expect(rows).toMatchObject([{ id: before?.id, created_at: before?.created_at, last_name: 'Adeyemi' }])
    expect(Date.parse(rows[0]?.expires_at ?? '')).toBeGreaterThan(Date.parse(before?.expires_at ?? ''))
    expect(await openCode(bola.email, old.inviteCode)).toMatchObject({
      status: 404,
      message: 'This link is not valid. Open the link in your latest email, or ask for a new invite',
    })
    expect((await app.call(invites.accept, { ...old, password })).status).toBe(404)
    expect((await openCode(bola.email, fresh.inviteCode)).data.valid).toBe(true)
  })

  it('keeps the role of an invite that is sent again', async () => {
    const bola = newInvitee()
    await createInvite(app.db, { ...bola, role: 'AUDITOR' }, app.clock.now())
    expect((await ada.call(invites.send, bola)).status).toBe(200)
    expect(await rowsOf(bola.email)).toMatchObject([{ role: 'AUDITOR' }])
  })

  it('renews an expired invite for seven days', async () => {
    const bola = newInvitee()
    await ada.call(invites.send, bola)
    const holder = linkIn((await mailsTo(bola.email, 1))[0])
    app.clock.advance(8 * dayMs)
    expect((await openCode(bola.email, holder.inviteCode)).data).toMatchObject({ valid: false, consumated: false })
    expect(await app.call(invites.accept, { ...holder, password })).toMatchObject({
      status: 422,
      message: 'This invite has expired. Ask for a new one',
    })
    const boss = await app.signIn()
    await boss.call(invites.send, bola)
    const renewed = (await mailsTo(bola.email, 2))
      .map(linkIn)
      .find(({ inviteCode }) => inviteCode !== holder.inviteCode)
    expect((await openCode(bola.email, renewed?.inviteCode ?? '')).data.valid).toBe(true)
  })

  it('rejects an invite to a member of staff and points out a deactivated one', async () => {
    const bola = newInvitee()
    const { email } = bola
    await app.signIn({ email })
    expect(await ada.call(invites.send, bola)).toMatchObject({
      status: 409,
      message: `${email} is already a member of staff`,
      fields: { email: `${email} is already a member of staff` },
    })
    await app.db.updateTable('staff').set({ status: 'INACTIVE' }).where('email', '=', email).execute()
    const message = `${email} is already a member of staff, but deactivated. Activate them instead`
    expect(await ada.call(invites.send, bola)).toMatchObject({ status: 409, message, fields: { email: message } })
    expect([await rowsOf(email), await auditOf(email), post.mails]).toEqual([[], [], []])
  })

  it('creates one invite under ten concurrent calls, and emails a valid link', async () => {
    const bola = newInvitee()
    const replies = await Promise.all(Array.from({ length: 10 }, () => ada.call(invites.send, bola)))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(9).fill(429)])
    expect(await rowsOf(bola.email)).toHaveLength(1)
    const [mail] = await mailsTo(bola.email, 1)
    expect((await openCode(bola.email, linkIn(mail).inviteCode)).data.valid).toBe(true)
    expect(await auditOf(bola.email)).toHaveLength(1)
  })

  it('sends nothing when the address was emailed an invite within five minutes by any operator', async () => {
    const bola = newInvitee()
    await ada.call(invites.send, bola)
    const holder = linkIn((await mailsTo(bola.email, 1))[0])
    app.clock.advance(4 * minuteMs)
    const chidi = await app.signIn({ firstName: 'Chidi' })
    for (const operator of [ada, chidi]) {
      const repeated = await operator.call(invites.send, bola)
      const seconds = repeated.headers.get('retry-after')
      const message = `${bola.email} was emailed an invite less than 5 minutes ago. Nothing was sent. Try again in ${seconds} s`
      expect(repeated).toMatchObject({ status: 429, code: 'too_many_requests', message, fields: { email: message } })
    }
    expect((await openCode(bola.email, holder.inviteCode)).data.valid).toBe(true)
    app.clock.advance(minuteMs)
    expect((await chidi.call(invites.send, bola)).status).toBe(200)
    expect(await mailsTo(bola.email, 2)).toHaveLength(2)
  })

  it('limits an operator to one invite in five seconds, also under concurrent calls', async () => {
    const invited = Array.from({ length: 8 }, newInvitee)
    const replies = await Promise.all(invited.map((person) => ada.call(invites.send, person)))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(7).fill(429)])
    const refused = replies.find(({ status }) => status === 429)
    expect(refused?.message).toMatch(
      /^You sent another invite less than 5 seconds ago. Nothing was sent. Try again in [1-5] s$/,
    )
    const mailedInvites = app.db.selectFrom('invite').select('email').where('mailed_by', '=', ada.staffId)
    expect(await mailedInvites.execute()).toHaveLength(1)
    const other = await app.signIn({ firstName: 'Chidi' })
    expect((await other.call(invites.send, newInvitee())).status).toBe(200)
    app.clock.advance(5_000)
    expect((await ada.call(invites.send, newInvitee())).status).toBe(200)
  })

  it('never leaves an invite open that is accepted while it is sent again', async () => {
    for (let round = 0; round < 5; round++) {
      app.clock.advance(5_000)
      const bola = newInvitee()
      const inviteCode = await createInvite(app.db, bola, app.clock.now())
      const [accepted, sent] = await Promise.all([
        app.call(invites.accept, { email: bola.email, inviteCode, password }),
        ada.call(invites.send, bola),
      ])
      const members = await app.db.selectFrom('staff').select('id').where('email', '=', bola.email).execute()
      const [row] = await rowsOf(bola.email)
      expect(members).toHaveLength(accepted.status === 200 ? 1 : 0)
      expect(row?.consumated_at === null).toBe(accepted.status !== 200)
      if (sent.status === 200) expect(accepted.status).toBe(404)
      else expect([sent.status, accepted.status]).toEqual([409, 200])
    }
  })

  it('emails an invite once for one idempotency key', async () => {
    const bola = newInvitee()
    const sameKey = { headers: { 'idempotency-key': 'one-intent-of-ada' } }
    await ada.call(invites.send, bola, sameKey)
    expect((await ada.call(invites.send, bola, sameKey)).headers.get('idempotency-replayed')).toBe('true')
    await mailsTo(bola.email, 1)
    expect(await auditOf(bola.email)).toHaveLength(1)
  })

  it.each([
    ['VALID-01', { firstName: ' ' }, { firstName: 'First Name is required' }],
    ['VALID-02', { lastName: '' }, { lastName: 'Last Name name is required' }],
    ['VALID-03', { email: 'bola@' }, { email: 'Email is invalid' }],
    ['VALID-04', { email: '' }, { email: 'Email address is required' }],
    ['a name of two lines', { firstName: 'Bola\nBcc: all' }, { firstName: 'Must be a single line' }],
    ['a huge name', { lastName: 'x'.repeat(101) }, { lastName: 'Must not be longer than 100 characters' }],
    ['a formula', { firstName: '=HYPERLINK("http://evil.example","Click")' }, { firstName: nameMessage }],
    ['a formula of another sign', { lastName: '+234' }, { lastName: nameMessage }],
    ['a link', { firstName: 'http://evil.example' }, { firstName: nameMessage }],
    ['the name of a site', { lastName: 'Ade evil.example' }, { lastName: nameMessage }],
    ['an address', { lastName: 'ade@evil.example' }, { lastName: nameMessage }],
    ['markup', { firstName: '<a href=x>Bola</a>' }, { firstName: nameMessage }],
    ['a link in brackets', { firstName: '[Bola](x)' }, { firstName: nameMessage }],
    ['a control character', { firstName: 'Bo\u0007la' }, { firstName: 'Contains a character that cannot be stored' }],
    ['a number', { firstName: 7 }, { firstName: 'First Name is required' }],
    ['two addresses', { email: ['a@demo.test', 'b@demo.test'] }, { email: 'Email address is required' }],
  ])('rejects an invite with invalid fields: %s', async (_name, wrong, fields) => {
    const rawBody = JSON.stringify({ ...newInvitee(), ...wrong })
    expect(await ada.call(invites.send, newInvitee(), { rawBody })).toMatchObject({ status: 400, fields })
  })

  it.each([
    ["Ọlábísí-Ann O'Connor", 'Ade (Jr.)'],
    ['Ngozi', 'St. John, A. B.'],
    ['A.', 'D’Almeida 3rd'],
    ['محمد', '李'],
  ])('accepts the name %s %s', async (firstName, lastName) => {
    const bola = { ...newInvitee(), firstName, lastName }
    expect((await ada.call(invites.send, bola)).status).toBe(200)
    expect(await rowsOf(bola.email)).toMatchObject([{ first_name: firstName, last_name: lastName }])
  })

  it('makes its holder a guest auditor until the given instant, and keeps both when it is sent again', async () => {
    const bola = newInvitee()
    const accessUntil = new Date(app.clock.now().getTime() + 3 * dayMs).toISOString()
    const sent = await ada.call(invites.send, { ...bola, role: 'AUDITOR', accessUntil })
    expect(sent.status).toBe(200)
    app.clock.advance(5 * minuteMs)
    const boss = await app.signIn()
    expect((await boss.call(invites.send, bola)).status).toBe(200)
    const mails = await mailsTo(bola.email, 2)
    const rows = await rowsOf(bola.email)
    expect(rows).toMatchObject([{ role: 'AUDITOR', access_until: accessUntil }])
    const links = mails.map(linkIn)
    const replies = await Promise.all(links.map((link) => app.call(invites.accept, { ...link, password })))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    expect((await app.call(session.login, { email: bola.email, password })).status).toBe(200)
    app.clock.advance(3 * dayMs)
    expect((await app.call(session.login, { email: bola.email, password })).code).toBe('wrong_credentials')
  })

  it('rejects an unknown role, the end of an administrator, and an auditor', async () => {
    const unknown = await ada.call(invites.send, { ...newInvitee(), role: 'OWNER' })
    expect([unknown.status, unknown.fields]).toEqual([400, { role: 'This role does not exist' }])
    const accessUntil = new Date(app.clock.now().getTime() + dayMs).toISOString()
    const ended = await ada.call(invites.send, { ...newInvitee(), accessUntil })
    expect([ended.status, ended.fields]).toEqual([
      400,
      { accessUntil: 'The access of an administrator does not end by itself' },
    ])
    const auditor = await app.signIn({ role: 'AUDITOR' })
    expect((await auditor.call(invites.send, newInvitee())).status).toBe(403)
    expect((await auditor.call(invites.list, {})).status).toBe(200)
  })
})

describe('list of invites', () => {
  it('API-70 TEAM-03 returns all fields, newest first, alike in both modes', async () => {
    await app.db.deleteFrom('invite').execute()
    const at = new Date('2026-02-05T10:00:00.000Z')
    await createInvite(app.db, { ...newInvitee(), firstName: 'Chidi', email: 'chidi@demo.test' }, at)
    const code = await createInvite(app.db, { ...newInvitee(), email: 'ngozi@demo.test' }, app.clock.now())
    await app.call(invites.accept, { email: 'ngozi@demo.test', inviteCode: code, password })
    const { data, text } = await ada.call(invites.list, {})
    expect(data.totalRecords).toBe(2)
    expect(data.invites.map(({ email, consumated }) => [email, consumated])).toEqual([
      ['ngozi@demo.test', true],
      ['chidi@demo.test', false],
    ])
    expect(data.invites[1]).toEqual({
      id: expect.any(String),
      createdAt: '2026-02-05T10:00:00.000Z',
      firstName: 'Chidi',
      lastName: 'Ade',
      email: 'chidi@demo.test',
      consumated: false,
      role: 'ADMIN',
      roleName: 'Administrator',
      accessUntil: null,
      expiresAt: '2026-02-12T10:00:00.000Z',
    })
    expect(text).not.toMatch(/hash|code/i)
    const sandbox = await app.signIn({ mode: 'SANDBOX' })
    expect((await sandbox.call(invites.list, {})).data).toEqual(data)
    expect((await ada.call(invites.list, { page: 2, size: 1 })).data).toMatchObject({
      totalRecords: 2,
      invites: [{ email: 'chidi@demo.test' }],
    })
  })

  it.each([
    ['chi', ['chidi@demo.test']],
    ['ADE chidi', ['chidi@demo.test']],
    [' ade ', ['ngozi@demo.test', 'chidi@demo.test']],
    ['', ['ngozi@demo.test', 'chidi@demo.test']],
    ['%', []],
    ['chidi@demo.test', []],
  ])('API-70 FILTER-22 finds invites by the words of a name: %j', async (name, found) => {
    const { data } = await ada.call(invites.list, { name })
    expect(data.invites.map(({ email }) => email)).toEqual(found)
    expect(data.totalRecords).toBe(found.length)
  })

  it('rejects a search of more than 200 characters', async () => {
    expect((await ada.call(invites.list, { name: 'x'.repeat(201) })).status).toBe(400)
  })
})
