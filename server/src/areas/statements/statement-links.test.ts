import { contract } from '@kobo/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aMerchant } from '../../testing/factories.ts'
import { mailTo } from '../../testing/mails.ts'
import { aFundedMerchant, eventually } from '../../testing/payouts.ts'
import { uuidv7 } from '../../uuid.ts'

const { audit, messages, roles, statements } = contract

const period = { startDate: '2026-09-01', endDate: '2026-09-30' }

let app: TestApp
let ada: Client
let bola: Client
beforeAll(async () => {
  app = await startApp({ rails: 'running' })
  ada = await app.signIn({ firstName: 'Adaeze' })
  bola = await app.signIn({ firstName: 'Bola', role: 'SUPPORT' })
})
afterAll(() => app.close())

let count = 0
/** Merchant with an account and an address of its own. */
async function aStatedMerchant(email: string | null = null) {
  const merchant = await aFundedMerchant(app.db, 1_000_000n)
  count += 1
  const address = email ?? `desk${count}@links.test`
  await app.db.updateTable('merchant').set({ email: address }).where('id', '=', merchant.id).execute()
  return { ...merchant, email: address }
}

const email = (merchantId: string, by = bola, days = period) => by.call(statements.email, { merchantId, ...days })
const listed = async (merchantId: string, by = ada) => {
  const { data } = await by.call(messages.list, { recordType: 'merchant', recordId: merchantId })
  return data.messages
}

/** Emails a statement, and returns its message and its link once the merchant has it. */
async function anEmailedStatement() {
  const merchant = await aStatedMerchant()
  const { data } = await email(merchant.id)
  const mail = await mailTo(app, merchant.email, 'Statement')
  const [, path = ''] = /(\/statement-link\/\S+)/.exec(mail.text) ?? []
  return { merchant, messageId: data.messageId, mail, path }
}

const open = (path: string, options: RequestInit = {}) => fetch(new URL(path, app.url), options)

describe('a statement for the merchant', () => {
  it('is emailed to its address with a link that works for seven days', async () => {
    const { merchant, mail, path } = await anEmailedStatement()
    expect(mail.subject).toBe('Statement, 1 September 2026 to 30 September 2026')
    expect(mail.text).toContain('Bola, Kobo')
    expect(mail.text).toMatch(/The link works until .+, so do not pass it on\./)
    const page = await open(path)
    expect(page.status).toBe(200)
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(await page.text()).toContain('2026-09-01 to 2026-09-30')
    for (const [kind, type] of [
      ['pdf', 'application/pdf'],
      ['csv', 'text/csv'],
    ] as const) {
      const file = await open(`${path}/${kind}`)
      expect(file.status).toBe(200)
      expect(file.headers.get('content-type')).toContain(type)
      expect(file.headers.get('content-disposition')).toContain('attachment')
      expect((await file.arrayBuffer()).byteLength).toBe(Number(file.headers.get('content-length')))
    }
    expect(await listed(merchant.id)).toMatchObject([
      {
        subject: 'Statement, 1 September 2026 to 30 September 2026',
        emailState: 'SENT',
        statement: { ...period, state: 'OPEN', downloads: 2, lastDownloadAt: expect.any(String) },
      },
    ])
  })

  it('does not reach the operator, whose own statement does', async () => {
    const { merchant } = await anEmailedStatement()
    await ada.call(statements.download, { merchantId: merchant.id, ...period })
    const subjects = await eventually(async () => {
      const mails = await app.db
        .selectFrom('outbox_mail')
        .selectAll()
        .where('subject', 'like', 'Statement of %')
        .execute()
      return mails.length > 0 && mails
    }, 60_000)
    const own = await app.db.selectFrom('staff').select('email').where('id', '=', ada.staffId).executeTakeFirstOrThrow()
    expect(subjects.map(({ to_address }) => to_address)).toEqual([own.email])
  })

  it('keeps the token out of the database, the audit and the list', async () => {
    const { merchant, path } = await anEmailedStatement()
    const token = path.split('/').at(-1) ?? ''
    expect(token).toMatch(/^[\w-]{43}$/)
    const tables = ['statement_link', 'record_message', 'audit', 'idempotency'] as const
    for (const table of tables) {
      expect(JSON.stringify(await app.db.selectFrom(table).selectAll().execute())).not.toContain(token)
    }
    expect(JSON.stringify(await listed(merchant.id))).not.toContain(token)
    const { data } = await ada.call(audit.list, { merchantId: merchant.id })
    expect(data.entries.map(({ title }) => title).toSorted()).toEqual([
      'Message sent',
      'Statement emailed to the merchant',
    ])
  })

  it('is sent once for a double click', async () => {
    const { id } = await aStatedMerchant()
    const bend = { headers: { 'idempotency-key': uuidv7() } }
    await Promise.all([1, 2].map(() => bola.call(statements.email, { merchantId: id, ...period }, bend)))
    expect(await listed(id)).toHaveLength(1)
  })

  it('is refused without an address, an account, or with days that cannot be', async () => {
    const silent = await aStatedMerchant(' ')
    expect(await email(silent.id)).toMatchObject({
      status: 422,
      message: 'The email address of this merchant is unknown',
    })
    expect((await email((await aMerchant(app.db)).id)).status).toBe(422)
    const { id } = await aStatedMerchant()
    expect((await email(id, bola, { startDate: '2026-09-30', endDate: '2026-09-01' })).status).toBe(400)
    expect((await email(id, bola, { startDate: '2026-09-30', endDate: '2100-01-01' })).status).toBe(400)
    expect(await listed(id)).toEqual([])
  })

  it('is not found in the other mode, and needs every permission', async () => {
    const { id } = await aStatedMerchant()
    const tester = await app.signIn({ mode: 'SANDBOX' })
    expect((await email(id, tester)).status).toBe(404)
    expect((await email(uuidv7())).status).toBe(404)
    expect((await email(id, await app.signIn({ role: 'AUDITOR' }))).status).toBe(403)
    const rights = (['contact.write', 'merchants.read'] as const).map((permission) => ({ permission, maxAmount: null }))
    const { data } = await ada.call(roles.create, { name: uuidv7(), rights, reason: 'A test' })
    expect((await email(id, await app.signIn({ role: data.role.id }))).status).toBe(403)
    expect(await listed(id)).toEqual([])
  })
})

describe('a link', () => {
  it('of another token does not exist', async () => {
    const { path } = await anEmailedStatement()
    const token = path.split('/').at(-1) ?? ''
    const other = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
    for (const wrong of [other, token.slice(1), `${token}A`, 'x'.repeat(43), "'", '%00']) {
      for (const below of ['', '/pdf', '/csv']) {
        const reply = await open(`/statement-link/${encodeURI(wrong)}${below}`)
        expect([400, 404]).toContain(reply.status)
      }
    }
    expect((await open(`/statement-link/${other}`)).headers.get('content-type')).toContain('text/html')
  })

  it('ends when it is withdrawn, once', async () => {
    const { merchant, messageId, path } = await anEmailedStatement()
    expect((await open(`${path}/csv`)).status).toBe(200)
    expect(await bola.call(statements.withdraw, { messageId })).toMatchObject({
      message: 'The link has been withdrawn',
    })
    for (const below of ['', '/pdf', '/csv']) {
      const reply = await open(path + below)
      expect(reply.status).toBe(410)
      expect(await reply.text()).toContain('has expired or was withdrawn')
    }
    expect(await listed(merchant.id)).toMatchObject([
      { statement: { state: 'WITHDRAWN', withdrawnByName: 'Bola Okonkwo', downloads: 1 } },
    ])
    const again = await ada.call(statements.withdraw, { messageId })
    expect(again).toMatchObject({ status: 409, message: expect.stringMatching(/^Bola Okonkwo withdrew this link on/) })
  })

  it('is not withdrawn from the other mode, nor of a message without one', async () => {
    const { merchant, messageId, path } = await anEmailedStatement()
    const tester = await app.signIn({ mode: 'SANDBOX' })
    expect((await tester.call(statements.withdraw, { messageId })).status).toBe(404)
    const about = { recordType: 'merchant', recordId: merchant.id, recipient: 'MERCHANT' } as const
    const plain = await bola.call(messages.send, { ...about, subject: 'Hello', text: 'Hello' })
    expect((await bola.call(statements.withdraw, { messageId: plain.data.messageId })).status).toBe(404)
    expect((await open(path)).status).toBe(200)
  })

  it('counts nothing for its page, nor for HEAD requests', async () => {
    const { merchant, path } = await anEmailedStatement()
    await open(path)
    await open(`${path}/csv`, { method: 'HEAD' })
    expect(await listed(merchant.id)).toMatchObject([{ statement: { downloads: 0, lastDownloadAt: null } }])
  })

  it('ends after seven days, and cannot be withdrawn then', async () => {
    const { merchant, messageId, path } = await anEmailedStatement()
    app.clock.advance(7 * 86_400_000 - 60_000)
    expect((await open(path)).status).toBe(200)
    app.clock.advance(120_000)
    expect((await open(path)).status).toBe(410)
    expect((await open(`${path}/pdf`)).status).toBe(410)
    const later = await app.signIn({ role: 'SUPPORT' })
    expect(await listed(merchant.id, later)).toMatchObject([{ statement: { state: 'EXPIRED' } }])
    expect((await later.call(statements.withdraw, { messageId })).status).toBe(409)
  })
})
