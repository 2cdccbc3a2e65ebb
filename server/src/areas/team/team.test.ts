import { contract } from '@kobo/contract'
import { builtInRoles } from '@kobo/contract/kit/built-in-roles'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../app.ts'
import { hashPassword } from '../../http/passwords.ts'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { sendCall } from '../../testing/client.ts'
import { mailTo } from '../../testing/mails.ts'
import { uuidv7 } from '../../uuid.ts'

const { roles, session, team } = contract
const password = 'a-password-of-bola'
const reason = 'Has left the company'

let app: TestApp
let ada: Client
beforeAll(async () => {
  app = await startApp({ jobs: 'running' })
  ada = await app.signIn({ email: 'ada@demo.test' })
})
afterAll(() => app.close())

const staffOf = (id: string) =>
  app.db.selectFrom('staff').select(['status', 'role']).where('id', '=', id).executeTakeFirstOrThrow()
const auditOf = (id: string) => app.db.selectFrom('audit').selectAll().where('record_id', '=', id).execute()
const profileOf = async (client: Client) => (await client.call(session.profile, {})).status

async function codeMailedTo(email: string): Promise<string> {
  let code: string | undefined
  await expect
    .poll(async () => {
      const mails = (await (await fetch(`${app.url}/outbox.json?to=${email}`)).json()) as { subject: string }[]
      code = mails.map(({ subject }) => /^\d{6}/.exec(subject)?.[0]).find((found) => found !== undefined)
      return code
    })
    .toBeDefined()
  return code ?? ''
}

describe('list of members', () => {
  it('API-74 TEAM-04 returns all fields and the role, newest first, alike in both modes', async () => {
    const id = uuidv7()
    const created_at = '2026-01-05T10:00:00.000Z'
    const zainab = { email: 'zainab@demo.test', first_name: 'Zainab', last_name: 'Lawal' }
    await app.db
      .insertInto('staff')
      .values({ id, created_at, ...zainab, role: 'AUDITOR', status: 'INACTIVE', password_hash: 'a hash' })
      .execute()
    const { data, text } = await ada.call(team.members, {})
    expect(data.members.map(({ email }) => email)).toEqual(['ada@demo.test', 'zainab@demo.test'])
    expect(data.totalRecords).toBe(2)
    expect(data.members[1]).toEqual({
      id,
      createdAt: created_at,
      firstName: 'Zainab',
      lastName: 'Lawal',
      email: 'zainab@demo.test',
      status: 'INACTIVE',
      role: 'AUDITOR',
      roleName: 'Auditor',
      accessUntil: null,
      usesApp: false,
    })
    expect(text).not.toContain('a hash')
    const auditor = await app.signIn({ mode: 'SANDBOX', role: 'AUDITOR', firstName: 'Sasha' })
    expect((await auditor.call(team.members, {})).data.totalRecords).toBe(3)
    expect((await auditor.call(team.members, { page: 3, size: 1 })).data.members).toMatchObject([{ id }])
    expect((await auditor.call(team.members, { size: 1e12, name: 'lawal ZAI' })).data.members).toMatchObject([{ id }])
    expect((await auditor.call(team.members, { name: '_' })).data).toEqual({ totalRecords: 0, members: [] })
  })
})

describe('deactivation', () => {
  it('signs a deactivated member out on every server and invalidates sign-ins and reset codes permanently', async () => {
    const email = 'bola@demo.test'
    const bola = await app.signIn({ email, firstName: 'Bola' })
    const memberId = bola.staffId
    const password_hash = await hashPassword(password)
    await app.db.updateTable('staff').set({ password_hash }).where('id', '=', memberId).execute()
    const other = await createApp(app.services)
    const otherUrl = await other.listen({ host: '127.0.0.1', port: 0 })
    const statusOnOther = async () => (await sendCall(otherUrl, bola.credentials, session.profile, {})).status
    expect([await profileOf(bola), await statusOnOther()]).toEqual([200, 200])
    await app.call(session.forgetPassword, { email })
    const reset = { email, code: await codeMailedTo(email), password: 'another-of-bola' }

    const reply = await ada.call(team.changeMember, { memberId, status: 'INACTIVE', reason })
    expect([reply.status, reply.message]).toEqual([200, 'Bola Okonkwo is deactivated'])
    expect([await profileOf(bola), await statusOnOther()]).toEqual([401, 401])
    expect((await app.call(session.resetPassword, reset)).status).toBe(400)
    expect((await app.call(session.login, { email, password })).code).toBe('wrong_credentials')
    expect((await app.call(session.login, { email, password: reset.password })).status).toBe(400)
    expect(await staffOf(memberId)).toEqual({ status: 'INACTIVE', role: 'ADMIN' })
    expect((await auditOf(memberId)).find(({ action }) => action === 'staff.change')).toMatchObject({
      staff_id: ada.staffId,
      before: { status: 'ACTIVE', role: 'ADMIN' },
      after: { status: 'INACTIVE', role: 'ADMIN' },
      reason,
    })

    expect((await ada.call(team.changeMember, { memberId, status: 'ACTIVE', reason })).message).toBe(
      'Bola Okonkwo can sign in again',
    )
    expect(await profileOf(bola)).toBe(401)
    expect((await app.call(session.resetPassword, reset)).status).toBe(400)
    expect((await app.call(session.login, { email, password })).status).toBe(200)
    await other.close()
  })
})

describe('role change', () => {
  it('signs a member out after a role change and audits the reason', async () => {
    const bola = await app.signIn({ firstName: 'Bola' })
    const memberId = bola.staffId
    const reply = await ada.call(team.changeMember, { memberId, role: 'AUDITOR', reason: ' Moves to\naudit ' })
    expect([reply.status, reply.message]).toEqual([200, 'Bola Okonkwo is now an auditor'])
    expect(await profileOf(bola)).toBe(401)
    expect(await auditOf(memberId)).toMatchObject([
      {
        action: 'staff.change',
        record_type: 'staff',
        staff_id: ada.staffId,
        before: { status: 'ACTIVE', role: 'ADMIN' },
        after: { status: 'ACTIVE', role: 'AUDITOR' },
        reason: 'Moves to\naudit',
      },
    ])
    expect((await ada.call(team.changeMember, { memberId, role: 'ADMIN', status: 'INACTIVE', reason })).message).toBe(
      'Bola Okonkwo is now an administrator and is deactivated',
    )
  })

  it('emails the member the change, its author and the reason', async () => {
    const chidi = await app.signIn({ firstName: 'Chidi', email: 'chidi@demo.test' })
    await ada.call(team.changeMember, { memberId: chidi.staffId, role: 'AUDITOR', status: 'INACTIVE', reason })
    const { text } = await mailTo(app, 'chidi@demo.test', 'access to Kobo Console')
    expect(text).toContain('Adaeze Okonkwo changed your access')
    expect(text).toContain('You are now an auditor.\nYou are deactivated.')
    expect(text).toContain(`Reason: ${reason}`)
  })
})

describe('rejected changes', () => {
  const change = (request: object) => ada.call(team.changeMember, { memberId: '', reason, ...request })

  it("rejects changing one's own role or status, whatever the case of the ID", async () => {
    for (const memberId of [ada.staffId, ada.staffId.toUpperCase()]) {
      for (const update of [{ status: 'INACTIVE' }, { role: 'AUDITOR' }]) {
        expect(await change({ memberId, ...update })).toMatchObject({
          status: 422,
          message: 'You cannot change your own role or access. Ask another administrator',
        })
      }
    }
    expect(await staffOf(ada.staffId)).toEqual({ status: 'ACTIVE', role: 'ADMIN' })
  })

  it('rejects a change without effect, of an unknown member, or by an auditor', async () => {
    const bola = await app.signIn({ firstName: 'Bola' })
    const memberId = bola.staffId
    const same = await change({ memberId, status: 'ACTIVE', role: 'ADMIN' })
    expect([same.status, same.message]).toEqual([409, 'Bola Okonkwo is already an administrator and active'])
    expect((await change({ memberId: uuidv7(), role: 'AUDITOR' })).status).toBe(404)
    const auditor = await app.signIn({ role: 'AUDITOR' })
    expect((await auditor.call(team.changeMember, { memberId, role: 'AUDITOR', reason })).status).toBe(403)
    expect(await profileOf(bola)).toBe(200)
    expect(await auditOf(memberId)).toEqual([])
  })

  it.each([
    ['without a reason', { role: 'AUDITOR', reason: ' ' }, { reason: 'Reason is required' }],
    ['with an oversized reason', { role: 'AUDITOR', reason: 'x'.repeat(501) }, { reason: expect.any(String) }],
    ['to an unknown role', { role: 'OWNER' }, { role: 'This role does not exist' }],
    ['to an unknown status', { status: 'GONE' }, { status: 'Must be one of ACTIVE, INACTIVE' }],
    ['to several roles', { role: ['AUDITOR'] }, { role: expect.any(String) }],
    ['without a role or status', {}, undefined],
  ])('rejects a change %s', async (_name, wrong, fields) => {
    const { staffId: memberId } = await app.signIn()
    const rawBody = JSON.stringify({ memberId, reason, ...wrong })
    const reply = await ada.call(team.changeMember, { memberId, reason }, { rawBody })
    expect([reply.status, reply.fields]).toEqual([400, fields])
    expect(await staffOf(memberId)).toEqual({ status: 'ACTIVE', role: 'ADMIN' })
  })
})

describe('last administrator', () => {
  const activeAdmins = async (ids: string[]) => {
    const all = await Promise.all(ids.map(staffOf))
    return all.filter(({ status, role }) => status === 'ACTIVE' && role === 'ADMIN').length
  }

  it.each([
    ['demote', { role: 'AUDITOR' }],
    ['deactivate', { status: 'INACTIVE' }],
  ])('applies exactly one change when two administrators %s each other concurrently', async (_verb, change) => {
    for (let round = 0; round < 8; round++) {
      const [one, two] = [await app.signIn(), await app.signIn()]
      const replies = await Promise.all([
        one.call(team.changeMember, { memberId: two.staffId, reason, ...change }),
        two.call(team.changeMember, { memberId: one.staffId, reason, ...change }),
      ])
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(replies.filter(({ status }) => status === 401 || status === 403)).toHaveLength(1)
      expect(await activeAdmins([one.staffId, two.staffId])).toBe(1)
    }
  })

  it('keeps at least one administrator when five deactivate one another in a ring', async () => {
    for (let round = 0; round < 4; round++) {
      const ring = await Promise.all(Array.from({ length: 5 }, () => app.signIn()))
      const replies = await Promise.all(
        ring.map((client, index) => {
          const memberId = ring[(index + 1) % ring.length]?.staffId ?? ''
          return client.call(team.changeMember, { memberId, reason, status: 'INACTIVE' })
        }),
      )
      expect(replies.filter(({ status }) => status >= 500)).toEqual([])
      expect(await activeAdmins(ring.map(({ staffId }) => staffId))).toBeGreaterThanOrEqual(1)
    }
  })
  it.each([
    ['demoting', { role: 'AUDITOR' }],
    ['deactivating', { status: 'INACTIVE' }],
  ])('rejects removing the last administrator by %s, whoever has every right', async (_verb, change) => {
    const { rights = [] } = builtInRoles.find(({ id }) => id === 'ADMIN') ?? {}
    const { data } = await ada.call(roles.create, { name: `Owner ${uuidv7()}`, rights: [...rights], reason })
    const owner = await app.signIn({ role: data.role.id })
    const other = await app.signIn()
    await app.db
      .updateTable('staff')
      .set({ status: 'INACTIVE' })
      .where('role', '=', 'ADMIN')
      .where('id', 'not in', [ada.staffId, other.staffId])
      .execute()
    const remove = (memberId: string) => owner.call(team.changeMember, { memberId, reason, ...change })
    expect((await remove(other.staffId)).status).toBe(200)
    expect(await remove(ada.staffId)).toMatchObject({
      status: 422,
      message: 'Adaeze Okonkwo is the last administrator. Make a colleague an administrator first',
    })
    expect(await staffOf(ada.staffId)).toEqual({ status: 'ACTIVE', role: 'ADMIN' })
  })
})
