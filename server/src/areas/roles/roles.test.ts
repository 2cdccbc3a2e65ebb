import { contract } from '@kobo/contract'
import { builtInRoles } from '@kobo/contract/kit/built-in-roles'
import type { Right } from '@kobo/contract/kit/role'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createApp } from '../../app.ts'
import { readRights } from '../../http/rights.ts'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { sendCall } from '../../testing/client.ts'
import { uuidv7 } from '../../uuid.ts'

const { session, team, roles, invites, secondFactor, charges, contact } = contract
const reason = 'The night desk starts'

let app: TestApp
let ada: Client
beforeAll(async () => {
  app = await startApp({ jobs: 'running' })
  ada = await app.signIn({ email: 'ada@demo.test' })
})
afterAll(() => app.close())

let count = 0
const seeing: Right[] = [{ permission: 'merchants.read' }, { permission: 'team.read' }]

/** Creates a role with these rights beside those to see merchants and the team. */
async function aRole(rights: Right[], name = `Desk ${++count}`) {
  const reply = await ada.call(roles.create, { name, about: 'Works at night', rights: [...seeing, ...rights], reason })
  expect([reply.status, reply.message]).toEqual([200, `The role ${name} was created`])
  return reply.data.role
}

const auditOf = (id: string) =>
  app.db.selectFrom('audit').selectAll().where('record_id', '=', id).orderBy('at').execute()

describe('list of roles', () => {
  it('names the built-in roles first, with their rights, limits and members', async () => {
    const auditor = await app.signIn({ role: 'AUDITOR' })
    const { data } = await auditor.call(roles.list, {})
    expect(data.roles.slice(0, 6).map(({ id, name, about, isBuiltIn }) => ({ id, name, about, isBuiltIn }))).toEqual(
      builtInRoles.map(({ id, name, about }) => ({ id, name, about, isBuiltIn: true })),
    )
    const support = data.roles.find(({ id }) => id === 'SUPPORT')
    expect(support?.rights).toContainEqual({ permission: 'refunds.write', maxAmount: 20_000 })
    expect(data.roles.map(({ id, mayAssign }) => [id, mayAssign]).slice(0, 6)).toEqual([
      ['ADMIN', false],
      ['OPERATIONS', false],
      ['COMPLIANCE', false],
      ['FINANCE', false],
      ['SUPPORT', false],
      ['AUDITOR', true],
    ])
    const info = await auditor.call(roles.info, { roleId: 'AUDITOR' })
    expect(info.data.members.map(({ id }) => id)).toContain(auditor.staffId)
    expect((await auditor.call(roles.info, { roleId: uuidv7() })).status).toBe(404)
  })
})

describe('creating and changing a role', () => {
  it('grants what it names and nothing else, at once and on every server, without a new sign-in', async () => {
    const role = await aRole([{ permission: 'contact.read' }])
    const bola = await app.signIn({ role: role.id })
    const other = await createApp(app.services)
    const otherUrl = await other.listen({ host: '127.0.0.1', port: 0 })
    const statusOnOther = async () => (await sendCall(otherUrl, bola.credentials, contact.list, {})).status
    expect([(await bola.call(contact.list, {})).status, await statusOnOther()]).toEqual([200, 200])
    expect((await bola.call(charges.get, { merchantId: uuidv7() })).status).toBe(403)
    const profile = (await bola.call(session.profile, {})).data.user
    expect(profile).toMatchObject({ role: role.id, roleName: role.name })
    expect(profile.rights?.map(({ permission }) => permission).toSorted()).toEqual([
      'contact.read',
      'merchants.read',
      'team.read',
    ])
    const rights = [...seeing, { permission: 'charges.read' as const }]
    const changed = await ada.call(roles.update, { roleId: role.id, version: 1, rights, reason })
    expect([changed.status, changed.data.role.version]).toEqual([200, 2])
    expect([(await bola.call(contact.list, {})).status, await statusOnOther()]).toEqual([403, 403])
    const allowed = await bola.call(charges.get, { merchantId: uuidv7() })
    expect([allowed.status, allowed.headers.get('x-rights')]).toEqual([404, `${role.id}.2`])
    expect((await auditOf(role.id)).map(({ action, before, after }) => ({ action, before, after }))).toMatchObject([
      { action: 'role.create', before: null },
      {
        action: 'role.update',
        before: { rights: expect.arrayContaining(['Contact messages: see']) },
        after: { rights: expect.arrayContaining(['Charges: see']) },
      },
    ])
    await other.close()
  })

  it('reads the role with the session in one statement, and its rights once after each change', async () => {
    const role = await aRole([])
    const bola = await app.signIn({ role: role.id })
    const spy = vi.spyOn(pg.Client.prototype, 'query')
    const statements = () =>
      spy.mock.calls.flatMap(([query]) => {
        const text = typeof query === 'string' ? query : String(Reflect.get(Object(query), 'text'))
        return /"session"|role_right/.test(text) ? [text] : []
      })
    const countOf = async () => {
      spy.mockClear()
      expect((await bola.call(session.profile, {})).status).toBe(200)
      return statements().length
    }
    expect([await countOf(), await countOf()]).toEqual([2, 1])
    const auditor = await app.signIn({ role: 'AUDITOR' })
    spy.mockClear()
    await auditor.call(session.profile, {})
    expect(statements()).toHaveLength(1)
    await ada.call(roles.update, { roleId: role.id, version: 1, about: 'By day', reason })
    expect([await countOf(), await countOf()]).toEqual([2, 1])
    spy.mockRestore()
  })

  it('forgets the rights of a change that was rolled back', async () => {
    const role = await aRole([])
    const bola = await app.signIn({ role: role.id })
    await app.db
      .transaction()
      .execute(async (db) => {
        await db.updateTable('role').set({ version: 2 }).where('id', '=', role.id).execute()
        await db
          .insertInto('role_right')
          .values({ role_id: role.id, permission: 'charges.read', max_kobo: null })
          .execute()
        expect((await readRights(db, { id: role.id, version: 2 })).has('charges.read')).toBe(true)
        throw new Error('The connection was lost')
      })
      .catch(() => {})
    await ada.call(roles.update, { roleId: role.id, version: 1, about: 'By day', reason })
    expect((await bola.call(charges.get, { merchantId: uuidv7() })).status).toBe(403)
  })

  it('rejects a change of an earlier version, and of concurrent changes applies one', async () => {
    const role = await aRole([])
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        ada.call(roles.update, { roleId: role.id, version: 1, about: `Shift ${index}`, reason }),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(7).fill(409)])
    const late = await ada.call(roles.update, { roleId: role.id, version: 1, name: 'Late', reason })
    expect([late.status, late.code]).toEqual([409, 'conflict'])
    expect(late.message).toContain('was changed meanwhile. Nothing was changed')
  })

  it.each([
    ['an unknown permission', { rights: [{ permission: 'everything' }] }],
    ['a permission twice', { rights: [{ permission: 'team.read' }, { permission: 'team.read' }] }],
    ['a limit of a right that moves nothing', { rights: [{ permission: 'team.read', maxAmount: 5 }] }],
    ['a negative limit', { rights: [{ permission: 'refunds.write', maxAmount: -5 }] }],
    ['no rights', { rights: [] }],
    ['no reason', { reason: ' ' }],
    ['an oversized name', { name: 'x'.repeat(61) }],
  ])('rejects %s', async (_what, wrong) => {
    const rawBody = JSON.stringify({ name: `Wrong ${++count}`, rights: seeing, reason, ...wrong })
    const reply = await ada.call(roles.create, { name: '', rights: [], reason }, { rawBody })
    expect([reply.status, reply.code]).toEqual([400, 'bad_input'])
  })

  it('rejects a name that is taken in any case, and the change of a built-in role', async () => {
    const role = await aRole([])
    const twin = await ada.call(roles.create, { name: role.name.toUpperCase(), rights: seeing, reason })
    expect([twin.status, twin.fields]).toEqual([422, { name: 'This name is taken' }])
    const builtIn = await ada.call(roles.update, { roleId: 'SUPPORT', version: 1, rights: seeing, reason })
    expect(builtIn).toMatchObject({
      status: 422,
      message: 'Support is a built-in role and cannot be changed. Copy it instead',
    })
  })

  it('retires a role that nobody has, and says who has it', async () => {
    const role = await aRole([])
    const bola = await app.signIn({ role: role.id })
    const refused = await ada.call(roles.retire, { roleId: role.id, reason })
    expect([refused.status, refused.message]).toEqual([409, `1 active member has the role ${role.name}`])
    await ada.call(team.changeMember, { memberId: bola.staffId, role: 'AUDITOR', reason })
    expect((await ada.call(roles.retire, { roleId: role.id, reason })).status).toBe(200)
    expect((await ada.call(roles.info, { roleId: role.id })).status).toBe(404)
    const back = await ada.call(team.changeMember, { memberId: bola.staffId, role: role.id, reason })
    expect([back.status, back.fields]).toEqual([400, { role: 'This role does not exist' }])
    expect((await ada.call(roles.create, { name: role.name, rights: seeing, reason })).status).toBe(200)
  })
})

describe('raising rights', () => {
  const managing: Right[] = [
    { permission: 'team.write' },
    { permission: 'roles.write' },
    { permission: 'refunds.write', maxAmount: 10_000 },
  ]
  /** A person who manages the team, with refunds up to ₦10,000 and without charges. */
  async function aManager() {
    const role = await aRole(managing)
    return { role, client: await app.signIn({ role: role.id, firstName: 'Musa' }) }
  }
  const beyond = 'You cannot give a right beyond your own'

  it('refuses each way to give oneself or others more than one has', async () => {
    const { role, client } = await aManager()
    const colleague = await app.signIn({ role: 'AUDITOR' })
    const narrow = await aRole([])
    const invitee = { firstName: 'Bola', lastName: 'Ade', email: `bola-${++count}@demo.test` }
    await ada.call(invites.send, { ...invitee, role: 'ADMIN' })
    const more: Right[] = [...seeing, { permission: 'charges.write' }]
    const higher: Right[] = [...seeing, { permission: 'refunds.write', maxAmount: 10_000.01 }]
    const unlimited: Right[] = [...seeing, { permission: 'refunds.write' }]
    const person = { firstName: 'Bola', lastName: 'Ade' }
    const attempts = [
      await client.call(invites.send, { ...person, email: `bola-${++count}@demo.test`, role: 'ADMIN' }),
      await client.call(invites.send, { ...person, email: `bola-${++count}@demo.test` }),
      await client.call(team.changeMember, { memberId: colleague.staffId, role: 'ADMIN', reason }),
      await client.call(invites.send, { ...invitee, role: narrow.id }),
      ...(await Promise.all(
        [more, higher, unlimited].flatMap((rights) => [
          client.call(roles.create, { name: `More ${++count}`, rights, reason }),
          client.call(roles.update, { roleId: narrow.id, version: 1, rights, reason }),
        ]),
      )),
    ]
    for (const { status, code, message } of attempts) {
      expect([status, code]).toEqual([403, 'not_permitted'])
      expect(message.startsWith(beyond) || message.includes('a right beyond your own')).toBe(true)
    }
    expect(attempts[3]?.message).toMatch(/^The earlier invite to bola-\d+@demo.test has a right beyond your own: /)
    expect(attempts[6]?.message).toBe(`${beyond}: Refunds: refund payments above ₦10,000.00`)
    const own = await client.call(roles.update, { roleId: role.id, version: 1, rights: seeing, reason })
    expect([own.status, own.message]).toEqual([422, 'You cannot change your own role. Ask another administrator'])
    const self = await client.call(team.changeMember, { memberId: client.staffId, role: 'ADMIN', reason })
    expect(self.status).toBe(422)
    for (const call of [
      client.call(team.changeMember, { memberId: ada.staffId, status: 'INACTIVE', reason }),
      client.call(team.changeMember, { memberId: ada.staffId, role: 'AUDITOR', reason }),
    ]) {
      const { status, message } = await call
      expect([status, message.startsWith('Adaeze Okonkwo has a right beyond your own')]).toEqual([403, true])
    }
    await app.db
      .insertInto('second_factor')
      .values({
        staff_id: ada.staffId,
        sealed_secret: 'x',
        created_at: new Date().toISOString(),
        confirmed_at: new Date().toISOString(),
      })
      .execute()
    expect((await client.call(secondFactor.reset, { memberId: ada.staffId, reason })).status).toBe(403)
    await app.db.deleteFrom('second_factor').execute()
    const profile = await client.call(session.profile, {}, { rawBody: JSON.stringify({ role: 'ADMIN' }) })
    expect(profile.data.user.role).toBe(role.id)
  })

  it('lets a manager give what they have, up to their own limit', async () => {
    const { client } = await aManager()
    const made = await client.call(roles.create, {
      name: `Cash desk ${++count}`,
      rights: [...seeing, { permission: 'refunds.write', maxAmount: 10_000 }],
      reason,
    })
    expect(made.status).toBe(200)
    const email = `bola-${++count}@demo.test`
    const invited = await client.call(invites.send, {
      firstName: 'Bola',
      lastName: 'Ade',
      email,
      role: made.data.role.id,
    })
    expect(invited.status).toBe(200)
    const { data } = await client.call(invites.list, { name: 'Bola' })
    expect(data.invites.find((invite) => invite.email === email)).toMatchObject({ roleName: made.data.role.name })
    const refused = await client.call(roles.retire, { roleId: made.data.role.id, reason })
    expect([refused.status, refused.message]).toEqual([409, `1 pending invite has the role ${made.data.role.name}`])
  })

  it('lets none of 32 concurrent attempts through while the own right is taken away', async () => {
    const { role, client } = await aManager()
    const colleagues = await Promise.all(Array.from({ length: 8 }, () => app.signIn({ role: 'AUDITOR' })))
    const narrowed = [...seeing, { permission: 'team.write' as const }]
    const replies = await Promise.all([
      ada.call(roles.update, { roleId: role.id, version: 1, rights: narrowed, reason }),
      ...colleagues.flatMap(({ staffId: memberId }) => [
        client.call(team.changeMember, { memberId, role: 'ADMIN', reason }),
        client.call(team.changeMember, { memberId, role: 'OPERATIONS', reason }),
        client.call(roles.create, { name: `Up ${++count}`, rights: [{ permission: 'charges.write' }], reason }),
        client.call(team.changeMember, { memberId: ada.staffId, role: 'AUDITOR', reason }),
      ]),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, ...Array(32).fill(403)])
    for (const { staffId } of colleagues) {
      const row = await app.db.selectFrom('staff').select('role').where('id', '=', staffId).executeTakeFirst()
      expect(row?.role).toBe('AUDITOR')
    }
  })

  it('keeps one administrator when 32 demote one another, and the database rejects removing the last', async () => {
    const admins = await Promise.all(Array.from({ length: 32 }, () => app.signIn()))
    const replies = await Promise.all(
      admins.map((client, index) => {
        const memberId = admins[(index + 1) % admins.length]?.staffId ?? ''
        return client.call(team.changeMember, { memberId, role: 'AUDITOR', reason })
      }),
    )
    expect(replies.filter(({ status }) => status >= 500)).toEqual([])
    const ids = admins.map(({ staffId }) => staffId)
    const left = await app.db
      .selectFrom('staff')
      .select('id')
      .where('id', 'in', ids)
      .where('role', '=', 'ADMIN')
      .execute()
    expect(left.length).toBeGreaterThanOrEqual(1)
    const removal = app.db.updateTable('staff').set({ role: 'AUDITOR' }).where('role', '=', 'ADMIN').execute()
    await expect(removal).rejects.toThrow('An active administrator must remain')
  })
})

describe('guest', () => {
  it('has access until it ends by itself, by session and by sign-in', async () => {
    const guest = await app.signIn({ role: 'AUDITOR', firstName: 'Femi' })
    const accessUntil = new Date(app.clock.now().getTime() + 3_600_000).toISOString()
    const ending = await ada.call(team.changeMember, { memberId: guest.staffId, accessUntil, reason })
    expect([ending.status, ending.message.startsWith('Femi Okonkwo has access until ')]).toEqual([200, true])
    expect((await guest.call(session.profile, {})).data.user.accessUntil).toBe(accessUntil)
    app.clock.advance(3_600_000)
    expect((await guest.call(session.profile, {})).status).toBe(401)
    ada = await app.signIn()
    const past = await ada.call(team.changeMember, { memberId: guest.staffId, accessUntil, reason })
    expect([past.status, past.fields]).toEqual([400, { accessUntil: 'The end of the access must be in the future' }])
    const extended = await ada.call(team.changeMember, { memberId: guest.staffId, accessUntil: null, reason })
    expect(extended.message).toBe('Femi Okonkwo has access without an end')
    const again = await ada.call(team.changeMember, { memberId: guest.staffId, accessUntil: null, reason })
    expect([again.status, again.message]).toEqual([409, 'Femi Okonkwo already has access without an end'])
    const admin = await app.signIn()
    const refused = await ada.call(team.changeMember, {
      memberId: admin.staffId,
      accessUntil: '2099-01-01T00:00:00Z',
      reason,
    })
    expect(refused).toMatchObject({
      status: 400,
      fields: { accessUntil: 'The access of an administrator does not end by itself' },
    })
  })
})
