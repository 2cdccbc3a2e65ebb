import { contract } from '@kobo/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createApp } from '../../app.ts'
import { hashPassword } from '../../http/passwords.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { eventually } from '../../testing/payouts.ts'
import { uuidv7 } from '../../uuid.ts'

const { session } = contract
const password = 'kobo-demo-2026'
const secondMs = 1000
const minuteMs = 60 * secondMs
const halfAnHourMs = 30 * minuteMs

let app: TestApp
let passwordHash: string
let email: string
let staffId: string
let addresses = 0

beforeAll(async () => {
  // A trusted proxy lets each test choose its client address.
  app = await startApp({ jobs: 'running', settings: { trustedProxies: ['127.0.0.1'] } })
  passwordHash = await hashPassword(password)
})
afterAll(() => app.close())

beforeEach(async () => ({ staffId, email } = await aMember()))

async function aMember(name = 'ada') {
  const id = uuidv7()
  const address = `${name}-${id}@demo.test`
  await app.db
    .insertInto('staff')
    .values({
      id,
      created_at: new Date().toISOString(),
      email: address,
      first_name: 'Ada',
      last_name: 'Obi',
      role: 'ADMIN',
      password_hash: passwordHash,
    })
    .execute()
  return { staffId: id, email: address }
}

/** Returns a client address that was not used before. */
function newAddress(): string {
  addresses += 1
  return `203.0.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`
}

interface From {
  address?: string
  device?: string
}

function from({ address = newAddress(), device }: From) {
  return { headers: { 'x-forwarded-for': address, ...(device && { cookie: `kobo_device=${device}` }) } }
}

const logIn = (typed: string, origin: From = {}, as = email) =>
  app.call(session.login, { email: as, password: typed }, from(origin))

const verify = (challengeId: string, code: string, origin: From = {}) =>
  app.call(session.verify, { challengeId, code }, from(origin))

async function mails(to = email): Promise<{ subject: string; text: string }[]> {
  return JSON.parse(await (await fetch(`${app.url}/outbox.json?to=${to}`)).text())
}

const warnings = async (to = email) =>
  (await mails(to)).filter(({ subject }) => subject.startsWith('Failed sign-in attempts'))

/** Returns the newest code of this kind, once this many have been emailed. */
async function mailedCode(count: number, kind: 'sign-in' | 'password reset' = 'sign-in'): Promise<string> {
  const codes = await eventually(async () => {
    const found = (await mails()).filter(({ subject }) => /^\d{6} /.test(subject) && subject.includes(kind))
    return found.length >= count ? found : null
  })
  return codes[0]?.subject.slice(0, 6) ?? ''
}

const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

function deviceIn(headers: Headers): string {
  return /kobo_device=([^;]+)/.exec(headers.getSetCookie().join('\n'))?.[1] ?? ''
}

async function signIn(origin: From = {}) {
  const mailed = (await mails()).filter(({ subject }) => subject.includes('sign-in code')).length
  const { challengeId } = (await logIn(password, origin)).data
  return verify(challengeId, await mailedCode(mailed + 1), origin)
}

async function audited(id = staffId) {
  const rows = await app.db
    .selectFrom('audit')
    .select(['action', 'staff_id', 'session_id', 'after'])
    .where('record_id', '=', id)
    .where('action', 'like', 'sign-in.%')
    .orderBy('at')
    .orderBy('id')
    .execute()
  return rows
}

const retryAfter = ({ headers }: { headers: Headers }) => Number(headers.get('retry-after'))

describe('wrong passwords', () => {
  it('verifies an attempt that is counted late instead of delaying it', async () => {
    await logIn('wrong one')
    const later = new Date(Date.now() + minuteMs).toISOString()
    await app.db.updateTable('sign_in_tries').set({ last_at: later }).where('email', '=', email).execute()
    expect((await logIn('wrong one')).status).toBe(400)
    expect((await logIn(password)).status).toBe(200)
  })

  it('locks out an address after ten wrong passwords but admits a known device', async () => {
    const device = deviceIn((await signIn()).headers)
    const address = newAddress()
    for (let attempt = 0; attempt < 10; attempt++) expect((await logIn('wrong one', { address })).status).toBe(400)
    expect(await logIn(password, { address })).toMatchObject({ status: 429, code: 'too_many_requests' })

    const fromDevice = await logIn(password, { address, device })
    expect(fromDevice.status).toBe(200)
    expect((await verify(fromDevice.data.challengeId, await mailedCode(2), { address, device })).status).toBe(200)
    const { email: other } = await aMember('bola')
    expect((await logIn(password, { address }, other)).status).toBe(200)
    // Signing in elsewhere does not unlock the address.
    expect((await logIn(password, { address })).status).toBe(429)
  })

  it('emails the owner once per lockout period and audits failures and lockouts', async () => {
    const address = newAddress()
    for (let attempt = 0; attempt < 14; attempt++) await logIn('wrong one', { address })
    await eventually(async () => (await warnings()).length > 0)
    expect((await warnings())[0]?.text).toContain(address)
    const trail = await audited()
    expect(trail.map(({ action }) => action)).toEqual([...Array(10).fill('sign-in.fail'), 'sign-in.shut-out'])
    expect(trail[0]).toMatchObject({ staff_id: staffId, session_id: null, after: { email, from: address } })

    // A further lockout within half an hour sends no email, because the person knows already; a later one does.
    await atOneInstant(async () => {
      for (const breakMs of [0, halfAnHourMs]) {
        app.clock.advance(breakMs)
        const another = newAddress()
        for (let attempt = 0; attempt < 10; attempt++) {
          app.clock.advance(waitAfter(breakMs === 0 ? 10 + attempt : 20))
          expect((await logIn('wrong one', { address: another })).status).toBe(400)
        }
      }
    })
    restoreClock()
    await allMailsSent()
    expect((await audited()).filter(({ action }) => action === 'sign-in.shut-out')).toHaveLength(3)
    expect(await warnings()).toHaveLength(2)
  })

  it('delays unknown devices exponentially under failures from many addresses, and admits a known device', async () => {
    const device = deviceIn((await signIn()).headers)
    const waitSeconds: number[] = []
    await atOneInstant(async () => {
      for (let attempt = 0; attempt < 22; attempt++) {
        let reply = await logIn('wrong one')
        if (reply.status === 429) {
          waitSeconds.push(retryAfter(reply))
          app.clock.advance(retryAfter(reply) * secondMs)
          reply = await logIn('wrong one')
        }
        expect(reply.status).toBe(400)
      }
      expect(waitSeconds).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
      expect(await logIn(password)).toMatchObject({ status: 429, message: 'Too many wrong passwords for this account' })
      expect((await logIn(password, { device })).status).toBe(200)
    })
    restoreClock()
    expect((await audited()).filter(({ action }) => action === 'sign-in.slow-down')).toHaveLength(2)
    await allMailsSent()
    expect(await warnings()).toHaveLength(1)
  })

  it('limits concurrent attempts to ten across two servers', async () => {
    const second = await createApp(app.services)
    const address = newAddress()
    const headers = { 'x-forwarded-for': address }
    const body = { email, password: 'wrong one' }
    const replies = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        if (index % 2 === 0) return (await logIn('wrong one', { address })).status
        return (await second.inject({ method: 'POST', url: '/api/auth/login', headers, body })).statusCode
      }),
    )
    expect(replies.filter((status) => status === 400)).toHaveLength(10)
    expect(replies.filter((status) => status === 429)).toHaveLength(20)
    await second.close()
  })

  it('responds alike for known and unknown email addresses', async () => {
    const replies = async (as: string) => {
      const address = newAddress()
      const responses: unknown[] = []
      for (let attempt = 0; attempt < 12; attempt++) {
        const { status, code, message, headers } = await logIn('wrong one', { address }, as)
        responses.push([status, code, message, headers.has('retry-after')])
      }
      return responses
    }
    expect(await replies('nobody-at-all@demo.test')).toEqual(await replies(email))
    const trail = await app.db
      .selectFrom('audit')
      .select('after')
      .where('record_id', '=', 'unknown')
      .where('staff_id', 'is', null)
      .execute()
    expect(JSON.stringify(trail)).toContain('nobody-at-all@demo.test')
  })

  it('clears the failures of an address when its owner signs in', async () => {
    const origin = { address: newAddress() }
    for (let round = 0; round < 3; round++) {
      for (let attempt = 0; attempt < 9; attempt++) expect((await logIn('wrong one', origin)).status).toBe(400)
      expect((await signIn(origin)).status).toBe(200)
    }
  })

  it('counts all addresses of one IPv6 network as one', async () => {
    for (let attempt = 0; attempt < 10; attempt++) {
      expect((await logIn('wrong one', { address: `2001:db8:1:2::${attempt + 1}` })).status).toBe(400)
    }
    const reply = await logIn(password, { address: '2001:db8:1:2:ffff::1' })
    expect(reply).toMatchObject({ status: 429, message: 'Too many wrong passwords from this address' })
  })
})

describe('known devices', () => {
  /** Locks an address out, so that only a known device passes. */
  async function lockOut() {
    const address = newAddress()
    for (let attempt = 0; attempt < 10; attempt++) await logIn('wrong one', { address })
    return address
  }

  it("rejects a forged device cookie and another person's", async () => {
    const knownDevice = deviceIn((await signIn()).headers)
    const owner = email
    ;({ staffId, email } = await aMember('bola'))
    const address = await lockOut()
    for (const device of [
      knownDevice,
      `${knownDevice.slice(0, -1)}${knownDevice.endsWith('A') ? 'B' : 'A'}`,
      'x.y',
      '.',
      'x',
    ]) {
      expect((await logIn(password, { address, device })).status).toBe(429)
    }
    expect((await logIn(password, { address, device: knownDevice }, owner)).status).toBe(200)
  })

  it('locks out a known device after ten wrong passwords of its own', async () => {
    const device = deviceIn((await signIn()).headers)
    for (let attempt = 0; attempt < 10; attempt++) expect((await logIn('wrong one', { device })).status).toBe(400)
    expect((await logIn(password, { device })).status).toBe(429)
    // Its failures do not delay others.
    expect((await logIn(password)).status).toBe(200)
  })

  it('recognises a device after a password reset and forgets all earlier ones', async () => {
    const before = deviceIn((await signIn()).headers)
    const address = await lockOut()
    await app.call(session.forgetPassword, { email }, from({}))
    const code = await mailedCode(1, 'password reset')
    const fresh = 'a-better-password'
    const reset = await app.call(session.resetPassword, { email, code, password: fresh }, from({}))
    expect(reset.status).toBe(200)
    expect((await logIn(fresh, { address, device: deviceIn(reset.headers) })).status).toBe(200)
    expect((await logIn(fresh, { address, device: before })).status).toBe(429)
  })
})

describe('wrong codes', () => {
  it('counts wrong sign-in codes across sign-ins', async () => {
    const origin = { address: newAddress() }
    const statuses: number[] = []
    for (let round = 1; round <= 3; round++) {
      const { challengeId } = (await logIn(password, origin)).data
      const code = await mailedCode(round)
      for (let attempt = 0; attempt < 4; attempt++)
        statuses.push((await verify(challengeId, wrongCode(code), origin)).status)
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429])
    await eventually(async () => (await warnings()).length > 0)
    expect((await warnings())[0]?.text).toContain('someone knows yours')
  })

  it('counts wrong reset codes across requests, from one address and from many', async () => {
    const reset = async (code: string, origin: From) =>
      (await app.call(session.resetPassword, { email, code, password: 'a-better-password' }, from(origin))).status
    const requestReset = async (count: number) => {
      await app.db
        .updateTable('challenge')
        .set({ sent_at: new Date(Date.now() - 2 * minuteMs).toISOString() })
        .where('email', '=', email)
        .execute()
      await app.call(session.forgetPassword, { email }, from({}))
      return await mailedCode(count, 'password reset')
    }
    const address = newAddress()
    const statuses: number[] = []
    for (let round = 1; round <= 3; round++) {
      const code = await requestReset(round)
      for (let attempt = 0; attempt < 4; attempt++) statuses.push(await reset(wrongCode(code), { address }))
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429])

    const code = await requestReset(4)
    await atOneInstant(async () => {
      expect(await reset(code, { address })).toBe(429)
      // After ten failures unknown devices wait, and longer after another failure.
      app.clock.advance(waitAfter(10))
      expect(await reset(wrongCode(code), {})).toBe(400)
      expect(await reset(code, {})).toBe(429)
      app.clock.advance(waitAfter(11))
      expect(await reset(code, {})).toBe(200)
    })
    restoreClock()
  })
})

/** Stops the clock, so that a wait cannot elapse on a slow machine. */
async function atOneInstant(run: () => Promise<void>): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    await run()
  } finally {
    vi.useRealTimers()
  }
}

function restoreClock(): void {
  app.clock.advance(Date.now() - app.clock.now().getTime())
}

function waitAfter(failures: number): number {
  return Math.min(2 ** (failures - 10), 900) * secondMs
}

async function allMailsSent(): Promise<void> {
  await eventually(async () => {
    const { rows } = await app.database.pool.query(
      "select from pgboss.job where name = 'mail' and state not in ('completed', 'cancelled', 'failed')",
    )
    return rows.length === 0
  })
}
