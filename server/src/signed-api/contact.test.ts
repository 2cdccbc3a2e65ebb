import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newReference } from '../engine/reference.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { aSigner, partnersOf } from '../testing/signed-callers.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const contactMessage = (fields: object = {}) => ({
  reference: newReference(new Date()),
  name: 'Hadiza Bello',
  email: 'hadiza@mail.example',
  phone: '08035550142',
  subject: 'Fees',
  message: 'What does it cost?',
  ...fields,
})

describe('contact messages forwarded by merchants', () => {
  it('CONTACT-01 stores a contact message once per reference under concurrent duplicate calls', async () => {
    const merchant = await aSigner(app, 'SANDBOX')
    const body = contactMessage()
    const sendMessage = () => partnersOf(app).ask(merchant.id, 'contact', body)
    const replies = await Promise.all(Array.from({ length: 5 }, sendMessage))
    expect(new Set(replies.map(({ messageId }) => messageId)).size).toBe(1)
    const storedMessages = app.db.selectFrom('contact_message').selectAll().where('merchant_id', '=', merchant.id)
    expect(await storedMessages.execute()).toMatchObject([
      { mode: 'SANDBOX', name: 'Hadiza Bello', phone_number: '08035550142', status: 'NEW', answer: null },
    ])
    const other = partnersOf(app).ask(merchant.id, 'contact', { ...body, message: 'Something else' })
    await expect(other).rejects.toMatchObject({ status: 409 })
  })

  it.each([
    ['no name', { name: ' ' }],
    ['an invalid email address', { email: 'hadiza' }],
    ['an invalid phone number', { phone: 'call me' }],
    ['no subject', { subject: '' }],
    ['a subject of two lines, which would inject email headers', { subject: 'Fees\nBcc: all@mail.example' }],
    ['no message', { message: '' }],
    ['an unknown field', { status: 'ANSWERED' }],
  ])('rejects a contact message with %s', async (_, wrong) => {
    const merchant = await aSigner(app)
    const sendMessage = partnersOf(app).ask(merchant.id, 'contact', contactMessage(wrong))
    await expect(sendMessage).rejects.toMatchObject({ status: 400 })
  })
})
