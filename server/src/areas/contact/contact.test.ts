import { contract } from '@kobo/contract'
import type { Request } from '@kobo/contract/kit/call'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aContactMessage } from '../../testing/a-contact-message.ts'
import { aMerchant } from '../../testing/factories.ts'
import { mailTo } from '../../testing/mails.ts'
import { uuidv7 } from '../../uuid.ts'

const { list, info, answer } = contract.contact

let app: TestApp
let ada: Client
let danfo: Awaited<ReturnType<typeof aMerchant>>
let first: Awaited<ReturnType<typeof aContactMessage>>
let test: typeof first

beforeAll(async () => {
  app = await startApp({ jobs: 'running' })
  ada = await app.signIn()
  danfo = await aMerchant(app.db, { business_name: 'Danfo Express' })
  const adire = await aMerchant(app.db)
  const sandbox = await aMerchant(app.db, { mode: 'SANDBOX' })
  first = await aContactMessage(app.db, danfo, { created_at: '2026-11-09T23:30:00.000Z' })
  await aContactMessage(app.db, adire, {
    created_at: '2026-11-12T09:00:00.000Z',
    name: 'Chidi Okafor',
    email: 'chidi_o@mail.example',
    subject: 'Papers',
    status: 'ANSWERED',
    answer: 'The certificate is enough',
    answered_by: ada.staffId,
    answered_at: '2026-11-12T10:00:00.000Z',
  })
  test = await aContactMessage(app.db, sandbox, { name: 'Test Person' })
})

afterAll(() => app.close())

async function names(query: Request<typeof list>) {
  const { data } = await ada.call(list, query)
  return { total: data.totalRecords, names: data.messages.map(({ name }) => name) }
}

describe('contact messages', () => {
  it('CONTACT-01 lists messages of one mode, newest first', async () => {
    expect(await names({})).toEqual({ total: 2, names: ['Chidi Okafor', 'Hadiza Bello'] })
    expect(await names({ page: 2, size: 1 })).toEqual({ total: 2, names: ['Hadiza Bello'] })
    const [, message] = (await ada.call(list, {})).data.messages
    expect(message).toEqual({
      id: first.id,
      createdAt: '2026-11-09T23:30:00.000Z',
      name: 'Hadiza Bello',
      email: 'hadiza@mail.example',
      phoneNumber: '+2348035550142',
      subject: 'Fees',
      message: 'What does it cost?',
      status: 'NEW',
      merchant: { id: danfo.id, businessName: 'Danfo Express' },
    })
  })

  it('CONTACT-01 FILTER-47 filters messages by days in Lagos and by status', async () => {
    const on = (day: string) => names({ startDate: day, endDate: day })
    expect(await on('2026-11-10')).toEqual({ total: 1, names: ['Hadiza Bello'] })
    expect(await on('2026-11-09')).toEqual({ total: 0, names: [] })
    expect(await names({ startDate: '2026-11-11' })).toEqual({ total: 1, names: ['Chidi Okafor'] })
    expect(await names({ startDate: '2026-11-12', endDate: '2026-11-11' })).toEqual({ total: 0, names: [] })
    expect(await names({ status: 'ANSWERED' })).toEqual({ total: 1, names: ['Chidi Okafor'] })
    for (const rawQuery of ['status=lost', 'startDate=yesterday']) {
      expect((await ada.call(list, {}, { rawQuery })).status).toBe(400)
    }
  })

  it.each([
    ['diza BELL', ['Hadiza Bello']],
    ['CHIDI_O@', ['Chidi Okafor']],
    ['danfo', ['Hadiza Bello']],
    ['%', []],
    ['Test', []],
  ])('CONTACT-01 finds messages by name, email or merchant: %s', async (search, found) => {
    expect(await names({ search })).toEqual({ total: found.length, names: found })
  })

  it('CONTACT-01 finds no message by email for a role that may not see personal data', async () => {
    const finance = await app.signIn({ role: 'FINANCE' })
    const totals = async (search: string) =>
      await Promise.all([ada, finance].map(async (by) => (await by.call(list, { search })).data.totalRecords))
    // Shorter texts are in the name as well.
    for (let length = 'hadiza@m'.length; length <= first.email.length; length++) {
      const typed = first.email.slice(0, length)
      expect([typed, await totals(typed)]).toEqual([typed, [1, 0]])
    }
    expect(await totals('hadiza')).toEqual([1, 1])
    expect(await totals('danfo')).toEqual([1, 1])
  })

  it('CONTACT-01 returns the answer with its author, and 404 for a message of the other mode', async () => {
    const [{ id: messageId } = { id: '' }] = (await ada.call(list, { status: 'ANSWERED' })).data.messages
    expect((await ada.call(info, { messageId })).data.message).toMatchObject({
      answer: 'The certificate is enough',
      answeredBy: 'Adaeze Okonkwo',
      answeredAt: '2026-11-12T10:00:00.000Z',
    })
    for (const unknown of [test.id, uuidv7(), 'none']) {
      expect((await ada.call(info, { messageId: unknown })).status).toBe(404)
      expect((await ada.call(answer, { messageId: unknown, answer: 'Yes' })).status).toBe(404)
    }
  })
})

describe('answers', () => {
  it('CONTACT-02 emails and stores the answer with its author and time, and audits it', async () => {
    const { id: messageId } = await aContactMessage(app.db, danfo, { email: 'ngozi@mail.example', name: 'Ngozi Eze' })
    const reply = await ada.call(answer, { messageId, answer: 'Ten naira.\nVAT comes to it.' })
    expect(reply).toMatchObject({ status: 200, message: 'We have emailed the answer to Ngozi Eze' })
    const mail = await mailTo(app, 'ngozi@mail.example', 'Fees')
    expect(mail.subject).toBe('Re: Fees')
    for (const text of ['Hello Ngozi Eze,', 'Ten naira.\nVAT comes to it.', 'Adaeze Okonkwo', 'What does it cost?']) {
      expect(mail.text).toContain(text)
    }
    expect((await ada.call(info, { messageId })).data.message).toMatchObject({
      status: 'ANSWERED',
      answer: 'Ten naira.\nVAT comes to it.',
      answeredBy: 'Adaeze Okonkwo',
    })
    const audits = app.db.selectFrom('audit').selectAll().where('record_id', '=', messageId)
    expect(await audits.execute()).toMatchObject([
      { action: 'contact.answer', merchant_id: danfo.id, staff_id: ada.staffId },
    ])
  })

  it('CONTACT-02 emails one of eight concurrent answers and names the first operator in the other responses', async () => {
    const email = 'bola@mail.example'
    const { id: messageId } = await aContactMessage(app.db, danfo, { email })
    const bola = await app.signIn({ firstName: 'Bola' })
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        (index % 2 === 0 ? ada : bola).call(answer, { messageId, answer: `Answer ${index}` }),
      ),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(7)
    const rejected = replies.find(({ status }) => status === 409)
    expect(rejected?.message).toMatch(/^(Adaeze|Bola) Okonkwo already answered this message on /)
    await mailTo(app, email, 'Fees')
    const mails = app.db.selectFrom('outbox_mail').select('id').where('to_address', '=', email)
    expect(await mails.execute()).toHaveLength(1)
    const audits = app.db.selectFrom('audit').select('id').where('record_id', '=', messageId)
    expect(await audits.execute()).toHaveLength(1)
  })

  it("rejects an empty answer and an auditor's", async () => {
    const { id: messageId } = await aContactMessage(app.db, danfo)
    expect(await ada.call(answer, { messageId, answer: ' ' })).toMatchObject({
      status: 400,
      fields: { answer: 'Answer is required' },
    })
    const auditor = await app.signIn({ role: 'AUDITOR' })
    expect((await auditor.call(answer, { messageId, answer: 'No' })).status).toBe(403)
    expect((await auditor.call(info, { messageId })).data.message.status).toBe('NEW')
  })
})
