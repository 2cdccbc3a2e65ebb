import { contract } from '@kobo/contract'
import { expect, it } from 'vitest'
import { type ParsedMail, startMailServer } from '../testing/mails.ts'
import { hashPassword } from '../http/passwords.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { uuidv7 } from '../uuid.ts'
import { notifyAdministrators } from './mail-queue.ts'

const { session } = contract
const password = 'kobo-demo-2026'
const email = 'ada@demo.test'

async function withAda(app: TestApp): Promise<TestApp> {
  const password_hash = await hashPassword(password)
  await app.db
    .insertInto('staff')
    .values({
      id: uuidv7(),
      created_at: new Date().toISOString(),
      email,
      first_name: 'Ada',
      last_name: 'Obi',
      role: 'ADMIN',
      password_hash,
    })
    .execute()
  return app
}

async function eventually<T>(read: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 150; tries++) {
    const found = await read()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('It did not happen within 15 seconds')
}

const codeIn = (mail: ParsedMail) => /\b\d{6}\b/.exec(mail.text)?.[0] ?? ''

it('sends the sign-in code through the SMTP server', async () => {
  const server = await startMailServer()
  const app = await withAda(
    await startApp({ jobs: 'running', settings: { smtpUrl: server.url, mailFrom: 'Kobo <kobo@demo.test>' } }),
  )
  const { challengeId } = (await app.call(session.login, { email, password })).data
  const mail = await eventually(() => server.mails[0])
  expect(mail).toMatchObject({ to: [email], from: 'kobo@demo.test' })
  expect((await app.call(session.verify, { challengeId, code: codeIn(mail) })).status).toBe(200)
  expect(await (await fetch(`${app.url}/outbox.json`)).json()).toEqual([])
  await app.close()
  await server.close()
})

it('keeps emails sealed while the SMTP server is down and sends them afterwards', async () => {
  const stopped = await startMailServer()
  const { port } = stopped
  await stopped.close()
  const app = await withAda(await startApp({ jobs: 'running', settings: { smtpUrl: stopped.url } }))
  const first = await app.call(session.login, { email, password })
  expect(first.status).toBe(200)
  await app.call(session.login, { email, password })
  const waiting = await eventually(async () => {
    const { rows } = await app.database.pool.query(
      "select data::text as data, retry_count from pgboss.job where name = 'mail' and state = 'retry'",
    )
    return rows.length === 2 ? rows : undefined
  })
  for (const { data } of waiting) expect(data).not.toMatch(/ada@demo|code/)

  const server = await startMailServer({ port })
  await eventually(() => (server.mails.length === 2 ? true : undefined))
  const codes = server.mails.map(codeIn)
  const replies = await Promise.all(
    codes.map((code) => app.call(session.verify, { challengeId: first.data.challengeId, code })),
  )
  expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 400])
  await app.close()
  await server.close()
})

it('sends the emails of committed transactions only', async () => {
  const app = await withAda(await startApp({ jobs: 'running' }))
  const { jobs, seal } = app.services
  const { queueMail } = await import('./mail-queue.ts')
  const mail = (subject: string) => ({ to: email, subject, text: subject })
  await app.db.transaction().execute((t) => queueMail(jobs, seal, t, mail('kept')))
  await app.db
    .transaction()
    .execute(async (t) => {
      await queueMail(jobs, seal, t, mail('lost'))
      throw new Error('rolled back')
    })
    .catch(() => {})
  await eventually(async () => {
    const mails = (await (await fetch(`${app.url}/outbox.json?to=ADA@demo.test`)).json()) as { subject: string }[]
    return mails.length > 0 ? mails : undefined
  })
  await new Promise((resolve) => setTimeout(resolve, 700))
  const mails = await (await fetch(`${app.url}/outbox.json?to=${email}`)).json()
  expect(mails).toMatchObject([{ to: email, subject: 'kept', text: 'kept' }])
  const page = await (await fetch(`${app.url}/outbox?to=${email}`)).text()
  expect(page).toContain('kept')
  await app.close()
})

it('sends codes first and times out when the SMTP server hangs', async () => {
  const server = await startMailServer({ hangsFor: 'slow@demo.test' })
  const app = await withAda(
    await startApp({ jobs: 'running', settings: { smtpUrl: server.url, mailTimeoutMs: 1_000 } }),
  )
  const { jobs, seal } = app.services
  const { queueMail } = await import('./mail-queue.ts')
  const otherCount = 60
  await app.db.transaction().execute(async (transaction) => {
    for (let number = 0; number < otherCount; number++) {
      await queueMail(jobs, seal, transaction, { to: 'slow@demo.test', subject: 'A statement', text: 'A statement' })
    }
  })
  await eventually(() => (server.hung() > 0 ? true : undefined))
  await app.call(session.login, { email, password })
  await eventually(() => server.mails.find(({ to }) => to.includes(email)))
  // Those already being sent, and at most one more round.
  expect(server.hung()).toBeLessThan(otherCount / 2)
  await app.close()
  await server.close()
}, 60_000)

it('emails only active administrators, once per key', async () => {
  const app = await startApp({ jobs: 'running' })
  await app.signIn({ firstName: 'Ada' })
  await app.signIn({ firstName: 'Bola' })
  await app.signIn({ firstName: 'Chidi', role: 'AUDITOR' })
  const dora = await app.signIn({ firstName: 'Dora' })
  await app.db.updateTable('staff').set({ status: 'INACTIVE' }).where('id', '=', dora.staffId).execute()

  const notice = { subject: 'The books do not balance', text: '1 kobo too much', key: 'books 2026-11-24' }
  for (let times = 0; times < 2; times++) {
    expect(await app.db.transaction().execute((t) => notifyAdministrators(app.services, t, notice))).toBe(2)
  }

  const received = async () => (await app.db.selectFrom('outbox_mail').select('text').execute()).map(({ text }) => text)
  await expect.poll(received).toHaveLength(2)
  expect((await received()).toSorted()).toEqual(['Hello Ada,\n\n1 kobo too much\n', 'Hello Bola,\n\n1 kobo too much\n'])
  await app.close()
})
