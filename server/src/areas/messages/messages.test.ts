import { contract } from '@kobo/contract'
import { type MessagedType, messagedTypes } from '@kobo/contract/kit/record-kinds'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aMerchant, aWallet } from '../../testing/factories.ts'
import { mailTo } from '../../testing/mails.ts'
import { eventsOf, withEndpoint } from '../../testing/payouts.ts'
import { type Records, someRecords } from '../../testing/some-records.ts'
import { uuidv7 } from '../../uuid.ts'

const { audit, messages, roles } = contract

/** What `someRecords` calls a record of each kind. */
const nameOf: Record<MessagedType, string> = {
  merchant: 'merchant',
  wallet: 'wallet',
  child_account: 'child account',
  virtual_account: 'virtual account',
  checkout: 'checkout',
  payment_link: 'payment link',
  transaction: 'transaction',
  refund: 'refund',
  settlement: 'settlement',
  card: 'card',
}

let app: TestApp
let ada: Client
let bola: Client
let records: Records
let otherMode: Records
beforeAll(async () => {
  app = await startApp({ jobs: 'running' })
  ada = await app.signIn({ firstName: 'Adaeze' })
  bola = await app.signIn({ firstName: 'Bola', role: 'SUPPORT' })
  records = await someRecords(app.db, 'PRODUCTION', app.clock.now())
  otherMode = await someRecords(app.db, 'SANDBOX', app.clock.now())
})
afterAll(() => app.close())

let count = 0
async function aNewMerchant(fields: Parameters<typeof aMerchant>[1] = {}) {
  count += 1
  return await aMerchant(app.db, { email: `desk${count}@kano.test`, business_name: 'Kano Grains', ...fields })
}

const onMerchant = (id: string) => ({ recordType: 'merchant', recordId: id }) as const
const letter = { recipient: 'MERCHANT', subject: 'Your settlement', text: 'It went out.\nKind regards' } as const
const send = (merchantId: string, fields: Partial<{ subject: string; text: string }> = {}, by = bola) =>
  by.call(messages.send, { ...onMerchant(merchantId), ...letter, ...fields })
const list = async (merchantId: string, by = bola, paging: { page?: number; size?: number } = {}) =>
  (await by.call(messages.list, { ...onMerchant(merchantId), ...paging })).data
const mailsTo = (email: string) =>
  app.db.selectFrom('outbox_mail').select(['subject', 'text']).where('to_address', '=', email).execute()
const rowsOf = (recordId: string) =>
  app.db.selectFrom('record_message').selectAll().where('record_id', '=', recordId).execute()

describe('a message to the merchant', () => {
  it('is emailed and sent by webhook, in the name of its author', async () => {
    const { id, email } = await aNewMerchant()
    await withEndpoint(app.db, app.services.seal, id, 'simulator:/hooks/messages')
    expect(await send(id)).toMatchObject({
      status: 200,
      message: 'The message has been sent to the merchant by email and webhook',
    })
    const mail = await mailTo(app, email, 'Your settlement')
    expect(mail).toEqual({
      subject: 'Your settlement',
      text: 'Hello Kano Grains,\n\nIt went out.\nKind regards\n\nBola, Kobo\n\nReply to this email if you have questions.',
    })
    expect(await eventsOf(app.db, id)).toMatchObject([
      {
        event: 'message.sent',
        data: {
          recordType: 'merchant',
          recordId: id,
          subject: 'Your settlement',
          message: letter.text,
          sender: 'Bola',
        },
      },
    ])
    await expect.poll(async () => (await list(id)).messages[0]?.emailState).toBe('SENT')
    expect(await list(id)).toMatchObject({
      total: 1,
      messages: [
        {
          authorName: 'Bola Okonkwo',
          recipient: 'MERCHANT',
          subject: 'Your settlement',
          text: letter.text,
          email,
          webhookState: expect.stringMatching(/PENDING|DELIVERED|FAILED/),
        },
      ],
    })
  })

  it('is listed newest first, in pages', async () => {
    const { id } = await aNewMerchant()
    await send(id, { subject: 'First' })
    app.clock.advance(1_000)
    await send(id, { subject: 'Second' }, ada)
    expect((await list(id)).messages.map(({ subject }) => subject)).toEqual(['Second', 'First'])
    expect(await list(id, ada, { page: 2, size: 1 })).toMatchObject({ total: 2, messages: [{ subject: 'First' }] })
  })

  it('is audited without its text', async () => {
    const { id } = await aNewMerchant()
    await send(id, { text: 'Suspected fraud' })
    const history = await bola.call(audit.recordHistory, onMerchant(id))
    expect(history.data.history).toMatchObject([
      {
        title: 'Message sent',
        staffName: 'Bola Okonkwo',
        changes: [
          { field: 'Notified by', to: 'Email' },
          { field: 'Recipient', to: 'Merchant' },
        ],
      },
    ])
    const entries = await app.db.selectFrom('audit').selectAll().where('record_id', '=', id).execute()
    expect(entries).toMatchObject([{ action: 'message.send', staff_id: bola.staffId, merchant_id: id }])
    expect(JSON.stringify(entries)).not.toMatch(/Suspected|Your settlement/)
  })

  it('is sent once for a double click', async () => {
    const { id, email } = await aNewMerchant()
    const bend = { headers: { 'idempotency-key': uuidv7() } }
    const twice = await Promise.all([1, 2].map(() => bola.call(messages.send, { ...onMerchant(id), ...letter }, bend)))
    expect(twice.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect((await list(id)).total).toBe(1)
    await expect.poll(async () => (await mailsTo(email)).length).toBe(1)
  })

  it('goes by webhook alone without an address, and is refused without both', async () => {
    const { id } = await aNewMerchant({ email: ' ' })
    expect(await send(id)).toMatchObject({
      status: 422,
      message: 'This merchant has neither an email address nor a webhook',
      fields: { recipient: 'Has no address' },
    })
    expect(await rowsOf(id)).toEqual([])
    await withEndpoint(app.db, app.services.seal, id, 'simulator:/hooks/messages')
    expect(await send(id)).toMatchObject({ message: 'The message has been sent to the merchant by webhook' })
    expect(await list(id)).toMatchObject({ messages: [{ email: null, emailState: null, webhookState: 'PENDING' }] })
  })

  it.each([
    ['no subject', { subject: ' ' }, { subject: 'Subject is required' }],
    ['a subject of two lines', { subject: 'One\nBcc: x@y.test' }, { subject: 'Must be a single line' }],
    ['no text', { text: ' \n ' }, { text: 'Message is required' }],
    ['4,001 characters', { text: 'x'.repeat(4_001) }, { text: 'Must not be longer than 4000 characters' }],
    ['a card number', { text: 'Card 4111 1111 1111 1111' }, { text: expect.stringContaining('a card number') }],
    [
      'a card number as subject',
      { subject: '4111111111111111' },
      { subject: expect.stringContaining('a card number') },
    ],
  ])('is rejected with %s', async (_what, fields, errors) => {
    const { id } = await aNewMerchant()
    expect(await send(id, fields)).toMatchObject({ status: 400, fields: errors })
    expect(await rowsOf(id)).toEqual([])
  })

  it('masks what may be a BVN or NIN before it leaves', async () => {
    const { id, email } = await aNewMerchant()
    const reply = await send(id, { subject: 'BVN 22123456789', text: 'Your BVN 22123456789, call 08031234567' })
    expect(reply.message).toContain('A number of eleven digits was masked')
    const mail = await mailTo(app, email, 'BVN')
    expect(mail.subject).toBe('BVN 2212*******')
    expect(mail.text).toContain('Your BVN 2212*******, call 08031234567')
    expect(await list(id)).toMatchObject({ messages: [{ subject: 'BVN 2212*******' }] })
  })

  it('says that an email was not sent once it is no longer retried', async () => {
    const { id, email } = await aNewMerchant()
    for (const minutesAgo of [8 * 60 - 1, 8 * 60 + 1]) {
      const at = new Date(app.clock.now().getTime() - minutesAgo * 60_000).toISOString()
      const row = {
        id: uuidv7(),
        mode: 'PRODUCTION',
        record_type: 'merchant',
        record_id: id,
        merchant_id: id,
        at,
        email,
      }
      const written = { staff_id: bola.staffId, recipient: 'MERCHANT', subject: 'Hello', text: 'Hello' }
      await app.db
        .insertInto('record_message')
        .values({ ...row, ...written })
        .execute()
    }
    expect((await list(id)).messages.map(({ emailState }) => emailState)).toEqual(['QUEUED', 'FAILED'])
  })

  it('is never changed or deleted', async () => {
    const { id } = await aNewMerchant()
    await send(id)
    const table = app.db.updateTable('record_message').where('record_id', '=', id)
    await expect(table.set({ text: 'Other' }).execute()).rejects.toThrow('never changed')
    await expect(app.db.deleteFrom('record_message').where('record_id', '=', id).execute()).rejects.toThrow(
      /permission denied|never changed/,
    )
    await expect.poll(async () => (await list(id)).messages[0]?.emailState).toBe('SENT')
    const again = { mailed_at: new Date(0).toISOString() }
    await expect(table.set(again).execute()).rejects.toThrow('never changed')
  })
})

describe('a message to the holder of a wallet', () => {
  const toHolder = (walletId: string, by = bola) =>
    by.call(messages.send, { recordType: 'wallet', recordId: walletId, ...letter, recipient: 'HOLDER' })

  it('is emailed to the holder alone, and names the wallet', async () => {
    const merchant = await aNewMerchant()
    await withEndpoint(app.db, app.services.seal, merchant.id, 'simulator:/hooks/messages')
    const wallet = await aWallet(app.db, merchant, { account_name: 'Ngozi Eze', email: 'ngozi@holder.test' })
    expect(await toHolder(wallet.id)).toMatchObject({ message: 'The message has been sent to the holder by email' })
    const mail = await mailTo(app, 'ngozi@holder.test', 'Your settlement')
    expect(mail.text).toMatch(/^Hello Ngozi Eze,/)
    expect(mail.text).toContain('About: Wallet Ngozi Eze')
    expect(mail.text).not.toContain(wallet.id)
    expect(await mailsTo(merchant.email)).toEqual([])
    expect(await eventsOf(app.db, merchant.id)).toEqual([])
  })

  it('is refused where no address is known, and where there is no wallet', async () => {
    const merchant = await aNewMerchant()
    const wallet = await aWallet(app.db, merchant, { email: null })
    expect(await toHolder(wallet.id)).toMatchObject({
      status: 422,
      message: 'The email address of the holder is unknown',
    })
    const request = { ...onMerchant(merchant.id), ...letter, recipient: 'HOLDER' } as const
    expect(await bola.call(messages.send, request)).toMatchObject({ status: 422 })
  })
})

describe('a message in test mode', () => {
  it('says so in its subject and its text', async () => {
    const { id, email } = await aNewMerchant({ mode: 'SANDBOX' })
    const tester = await app.signIn({ mode: 'SANDBOX' })
    await send(id, {}, tester)
    const mail = await mailTo(app, email, 'Your settlement')
    expect(mail.subject).toBe('[Test] Your settlement')
    expect(mail.text).toContain('in which no money moves')
  })
})

describe('records', () => {
  it.each(messagedTypes)('of the kind %s can be written about, by their reference', async (recordType) => {
    const recordId = records[nameOf[recordType]] ?? ''
    const of = { recordType, recordId }
    const { data } = await ada.call(messages.recipients, of)
    expect(data.recipients[0]).toMatchObject({ kind: 'MERCHANT', hasWebhook: false })
    expect(data.about ?? '').not.toContain(recordId)
    app.clock.advance(60_000)
    expect(await ada.call(messages.send, { ...of, ...letter })).toMatchObject({ status: 200 })
    expect((await ada.call(messages.list, of)).data).toMatchObject({ total: expect.any(Number) })
    expect((await ada.call(messages.list, of)).data.messages[0]).toMatchObject({
      text: letter.text,
      recipient: 'MERCHANT',
    })
  })

  it.each(messagedTypes)(
    'of the kind %s are not found in the other mode, nor by an id of nobody',
    async (recordType) => {
      for (const recordId of [otherMode[nameOf[recordType]] ?? '', uuidv7(), 'nothing', "' or true --"]) {
        const of = { recordType, recordId }
        const replies = [
          await ada.call(messages.list, of),
          await ada.call(messages.recipients, of),
          await ada.call(messages.send, { ...of, ...letter }),
        ]
        expect(replies.map(({ status }) => status)).toEqual([404, 404, 404])
      }
    },
  )

  it.each(['dispute', 'contact_message', 'staff', 'merchant_upgrade'])('of the kind %s cannot', async (recordType) => {
    const of = { recordType, recordId: records['dispute'] ?? '' }
    expect((await ada.call(messages.send, { ...of, ...letter } as never)).status).toBe(400)
  })
})

describe('roles', () => {
  const roleWith = async (...granted: ('merchants.read' | 'contact.write' | 'contact.read' | 'people.read')[]) => {
    const rights = granted.map((permission) => ({ permission, maxAmount: null }))
    const { data } = await ada.call(roles.create, { name: uuidv7(), rights, reason: 'A test' })
    return await app.signIn({ role: data.role.id })
  }

  it('see masked addresses without personal data', async () => {
    const { id } = await aNewMerchant({ email: 'desk@masked.test' })
    await send(id)
    const clerk = await roleWith('merchants.read', 'contact.write', 'contact.read')
    expect((await list(id, clerk)).messages).toMatchObject([{ email: 'd•••@masked.test' }])
    const { data } = await clerk.call(messages.recipients, onMerchant(id))
    expect(data).toMatchObject({ recipients: [{ email: 'd•••@masked.test' }], about: null })
    expect(JSON.stringify(data)).not.toContain('desk@masked.test')
    await send(id, {}, clerk)
    await expect.poll(async () => (await mailsTo('desk@masked.test')).length).toBe(2)
  })

  it('send only with the permission to answer and to read the record', async () => {
    const { id } = await aNewMerchant()
    expect((await send(id, {}, await app.signIn({ role: 'AUDITOR' }))).status).toBe(403)
    expect((await send(id, {}, await app.signIn({ role: 'OPERATIONS' }))).status).toBe(403)
    expect((await send(id, {}, await roleWith('merchants.read', 'contact.read'))).status).toBe(403)
    expect((await send(id, {}, await roleWith('contact.write'))).status).toBe(404)
    expect(await rowsOf(id)).toEqual([])
  })
})

describe('limits', () => {
  it('are 20 messages an hour about one record, whoever sends them', async () => {
    const { id } = await aNewMerchant()
    for (let n = 0; n < 20; n++) {
      app.clock.advance(4_000)
      expect((await send(id, {}, n % 2 ? ada : bola)).status).toBe(200)
    }
    app.clock.advance(60_000)
    const refused = await send(id)
    expect(refused).toMatchObject({
      status: 429,
      message: expect.stringMatching(/^20 messages about this record.* min$/),
    })
    expect((await send((await aNewMerchant()).id)).status).toBe(200)
    app.clock.advance(3_600_000)
    expect((await send(id, {}, await app.signIn({ role: 'SUPPORT' }))).status).toBe(200)
  }, 60_000)

  it('are 20 messages a minute of one person, also at once', async () => {
    const author = await app.signIn({ role: 'SUPPORT' })
    const merchants = await Promise.all(Array.from({ length: 24 }, () => aNewMerchant()))
    const replies = await Promise.all(merchants.map(({ id }) => send(id, {}, author)))
    const statuses = replies.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(4)
  }, 60_000)
})
