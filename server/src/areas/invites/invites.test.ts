import { contract } from '@kobo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { createInvite } from './create-invite.ts'

const { invites, session } = contract
const person = { email: 'Bola@Demo.test', firstName: 'Bola', lastName: 'Ade', role: 'AUDITOR' as const }
const password = 'a-password-of-bola'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

it('AUTH-13 API-71 API-73 shows an invite to the holder of its code and accepts it once', async () => {
  const inviteCode = await createInvite(app.db, person, new Date())
  const holder = { email: 'bola@demo.test', inviteCode }
  expect((await app.call(invites.status, holder)).data).toEqual({
    valid: true,
    consumated: false,
    firstName: 'Bola',
    lastName: 'Ade',
    email: 'bola@demo.test',
  })
  expect((await app.call(invites.accept, { ...holder, password: '12345' })).status).toBe(400)
  const both = await Promise.all([1, 2].map(() => app.call(invites.accept, { ...holder, password })))
  expect(both.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await app.call(invites.status, holder)).data).toMatchObject({ valid: false, consumated: true })
  const member = await app.db
    .selectFrom('staff')
    .select(['role', 'first_name'])
    .where('email', '=', 'bola@demo.test')
    .execute()
  expect(member).toEqual([{ role: 'AUDITOR', first_name: 'Bola' }])
  await expect(createInvite(app.db, person, new Date())).rejects.toThrow('bola@demo.test is already a member of staff')
  expect((await app.call(session.login, { email: 'bola@demo.test', password: 'wrong one' })).status).toBe(400)
})

it('reveals nothing for a wrong code, renews the code of a repeated invite, and rejects an expired one', async () => {
  const ngozi = { ...person, email: 'ngozi@demo.test' }
  const old = await createInvite(app.db, ngozi, new Date())
  const fresh = await createInvite(app.db, ngozi, new Date())
  for (const inviteCode of ['guess', old]) {
    expect((await app.call(invites.status, { email: ngozi.email, inviteCode })).status).toBe(404)
  }
  expect((await app.call(invites.status, { email: 'nobody@demo.test', inviteCode: fresh })).status).toBe(404)
  app.clock.advance(8 * 24 * 3_600_000)
  expect((await app.call(invites.status, { email: ngozi.email, inviteCode: fresh })).data.valid).toBe(false)
  expect((await app.call(invites.accept, { email: ngozi.email, inviteCode: fresh, password })).status).toBe(422)
  const member = await app.db.selectFrom('staff').select('id').where('email', '=', ngozi.email).execute()
  expect(member).toEqual([])
})
