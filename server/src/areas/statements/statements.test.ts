import { contract } from '@kobo/contract'
import { lagosDay } from '@kobo/contract/kit/day'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../db/transact.ts'
import { openMerchantAccount } from '../../ledger/accounts.ts'
import { post } from '../../ledger/ledger.ts'
import { providerAccount } from '../../ledger/provider-accounts.ts'
import { recordTransaction } from '../../ledger/transactions.ts'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aMerchant } from '../../testing/factories.ts'
import { paidByCard } from '../../testing/card-payments.ts'
import { aFundedMerchant, eventually, ownAccount } from '../../testing/payouts.ts'
import { uuidv7 } from '../../uuid.ts'

const { statements } = contract

let app: TestApp
let ada: Client
let merchantId: string
let accountId: string
let today: string

const dayMs = 86_400_000
const daysAgo = (days: number) => new Date(app.clock.now().getTime() - days * dayMs)

beforeAll(async () => {
  app = await startApp({ jobs: 'running' })
  ada = await app.signIn({ email: 'ada@demo.test' })
  today = lagosDay(app.clock.now())
  ;({ merchantId, accountId } = await aBusiness('Ọlá & Ṣẹ́gun Stores =1+1'))
  await collect(merchantId, accountId, 10_000_000n, daysAgo(30), 'IN-1')
  await pay(merchantId, accountId, 6_000_000n, daysAgo(5), 'OUT-1')
  await collect(merchantId, accountId, 123_456_789n, daysAgo(4), 'IN-2')
  await pay(merchantId, accountId, 100n, daysAgo(0), 'OUT-2')
})

afterAll(() => app.close())

async function aBusiness(name: string) {
  const merchant = await aMerchant(app.db, { business_name: name, verified: 'ACCEPTED', status: 'ACTIVE' })
  await transact(app.db, (db) =>
    openMerchantAccount(db, { mode: 'PRODUCTION', merchantId: merchant.id, accountName: name, now: daysAgo(60) }),
  )
  const account = await app.db
    .selectFrom('account')
    .select('id')
    .where('merchant_id', '=', merchant.id)
    .executeTakeFirstOrThrow()
  return { merchantId: merchant.id, accountId: account.id }
}

async function collect(merchant: string, account: string, amountKobo: bigint, at: Date, reference: string) {
  const id = uuidv7(at.getTime())
  await transact(app.db, async (db) => {
    await recordTransaction(db, {
      id,
      mode: 'PRODUCTION',
      scope: 'MERCHANT',
      merchant_id: merchant,
      created_at: at.toISOString(),
      type: 'CREDIT',
      category: 'BANK_FUNDING',
      status: 'SUCCESS',
      amount_kobo: amountKobo,
      reference,
      originator_name: 'Chidi Okafor',
      originator_bank_code: '058',
      narration: 'Order 7',
    })
    await post(db, {
      mode: 'PRODUCTION',
      kind: 'COLLECTION',
      reference,
      transactionId: id,
      merchantId: merchant,
      at,
      lines: [
        { accountId: account, amountKobo, transactionId: id },
        { accountId: providerAccount('PRODUCTION', 'FLOAT_NIP'), amountKobo: -amountKobo },
      ],
    })
  })
}

async function pay(merchant: string, account: string, amountKobo: bigint, at: Date, reference: string) {
  const id = uuidv7(at.getTime())
  await transact(app.db, async (db) => {
    await recordTransaction(db, {
      id,
      mode: 'PRODUCTION',
      scope: 'MERCHANT',
      merchant_id: merchant,
      created_at: at.toISOString(),
      type: 'DEBIT',
      category: 'BANK_TRANSFER',
      status: 'SUCCESS',
      amount_kobo: amountKobo,
      fee_kobo: 4000n,
      vat_kobo: 300n,
      stamp_duty_kobo: 700n,
      reference,
      beneficiary_name: 'Ngozi Eze',
      beneficiary_bank_code: '044',
    })
    await post(db, {
      mode: 'PRODUCTION',
      kind: 'PAYOUT',
      reference,
      transactionId: id,
      merchantId: merchant,
      at,
      lines: [
        { accountId: account, amountKobo: -amountKobo - 5000n, transactionId: id },
        { accountId: providerAccount('PRODUCTION', 'FLOAT_NIP'), amountKobo },
        { accountId: providerAccount('PRODUCTION', 'FEE_INCOME'), amountKobo: 5000n },
      ],
    })
  })
}

/** Fetches the file of a link, once it is ready. */
async function open(address: string | undefined) {
  const reply = await eventually(async () => {
    const response = await fetch(new URL(address ?? '', app.url))
    return response.status === 202 ? null : response
  }, 60_000)
  expect(reply.status).toBe(200)
  return { type: reply.headers.get('content-type'), bytes: new Uint8Array(await reply.arrayBuffer()) }
}

async function mailsTo(address: string, count: number) {
  return await eventually(async () => {
    const mails = await app.db.selectFrom('outbox_mail').selectAll().where('to_address', '=', address).execute()
    return mails.length >= count && mails
  }, 60_000)
}

describe('statement content', () => {
  it('STMT-09 API-82 generates a PDF and a CSV whose opening balance and movements add up to the closing balance', async () => {
    const startDate = lagosDay(daysAgo(6))
    const reply = await ada.call(statements.download, { merchantId, startDate, endDate: today })
    expect(reply.status).toBe(200)

    const csv = await open(reply.data.csvURL)
    const text = new TextDecoder().decode(csv.bytes)
    const rows = text
      .trim()
      .split('\r\n')
      .map((line) => line.split(','))
    expect(rows[0]?.join()).toBe(
      'Date,Description,Reference,Debit,Credit,Fee included,VAT included,Stamp duty included,Balance',
    )
    expect(rows.map((row) => row.slice(-7).join())).toEqual([
      'Reference,Debit,Credit,Fee included,VAT included,Stamp duty included,Balance',
      ',,,,,,100000.00',
      'OUT-1,60050.00,,40.00,3.00,7.00,39950.00',
      'IN-2,,1234567.89,0.00,0.00,0.00,1274517.89',
      'OUT-2,51.00,,40.00,3.00,7.00,1274466.89',
      ',,,,,,1274466.89',
    ])

    const pdf = await open(reply.data.statementURL)
    expect(pdf.type).toBe('application/pdf')
    const read = (await extractText(await getDocumentProxy(pdf.bytes), { mergePages: true })).text
    for (const figure of ['Ọlá & Ṣẹ́gun Stores', '₦100,000.00', '₦1,234,567.89', '₦60,101.00', '₦1,274,466.89']) {
      expect(read).toContain(figure)
    }
    expect(read).toMatch(/To Ngozi Eze, Access Bank \(charges\s+50\.00\)\s+OUT-1\s+60,050\.00\s+39,950\.00/)
    const account = await app.db
      .selectFrom('account')
      .select('booked_kobo')
      .where('id', '=', accountId)
      .executeTakeFirst()
    expect(account?.booked_kobo).toBe(127_446_689n)
  })

  it('STMT-11 emails the operator links that are valid for seven days', async () => {
    const [mail] = await mailsTo('ada@demo.test', 1)
    expect(mail?.subject).toContain('Statement of Ọlá')
    const [pdf] = /http\S+\.pdf\S+/.exec(mail?.text ?? '') ?? []
    const address = new URL(pdf ?? '')
    app.clock.advance(6 * dayMs)
    expect((await fetch(`${app.url}${address.pathname}${address.search}`)).status).toBe(200)
    app.clock.advance(2 * dayMs)
    expect((await fetch(`${app.url}${address.pathname}${address.search}`)).status).toBe(403)
    app.clock.advance(-8 * dayMs)
  })

  it('generates and emails a statement once under concurrent duplicate calls', async () => {
    const bisi = await app.signIn({ email: 'bisi@demo.test' })
    const order = () => bisi.call(statements.download, { merchantId, startDate: today, endDate: today })
    const replies = await Promise.all(Array.from({ length: 6 }, order))
    // The query says until when a link is valid, which depends on the time of the call.
    expect(new Set(replies.map(({ data }) => data.statementURL.split('?')[0])).size).toBe(1)
    const created = await app.db.selectFrom('statement').selectAll().where('staff_id', '=', bisi.staffId).execute()
    expect(created).toHaveLength(1)
    const audit = await app.db
      .selectFrom('audit')
      .selectAll()
      .where('record_id', '=', created[0]?.id ?? '')
      .execute()
    expect(audit).toMatchObject([{ action: 'statement.download', staff_id: bisi.staffId, merchant_id: merchantId }])
    await mailsTo('bisi@demo.test', 1)
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(await mailsTo('bisi@demo.test', 1)).toHaveLength(1)
  })

  it('STMT-09 states the charges that a card collection includes', async () => {
    const { id } = await aFundedMerchant(app.db, 1_000n)
    const account = { id: (await ownAccount(app.db, id)).id, merchantId: id, walletId: null } as const
    const payer = { ...account, mode: 'PRODUCTION', kind: 'MERCHANT' } as const
    const paid = await transact(app.db, (t) => paidByCard(t, payer, app.clock.now()))
    const reply = await ada.call(statements.download, { merchantId: id, startDate: today, endDate: today })
    const csv = new TextDecoder().decode((await open(reply.data.csvURL)).bytes)
    const charges = [paid.fee_kobo, paid.vat_kobo].map((kobo) => (Number(kobo) / 100).toFixed(2))
    expect(paid.fee_kobo).toBeGreaterThan(0n)
    expect(csv).toMatch(new RegExp(`${paid.reference},,\\d+\\.\\d\\d,${charges.join()},0\\.00,`))
  })

  it('states that a period has no movements', async () => {
    const day = lagosDay(daysAgo(20))
    const reply = await ada.call(statements.download, { merchantId, startDate: day, endDate: day })
    const pdf = await open(reply.data.statementURL)
    const { text } = await extractText(await getDocumentProxy(pdf.bytes), { mergePages: true })
    expect(text).toContain('There were no movements in this period.')
    expect(text.match(/₦100,000\.00/g)).toHaveLength(2)
  })

  it('numbers the pages of a long statement', async () => {
    const busy = await aBusiness('Jos Foods')
    for (let n = 1; n <= 90; n++) await collect(busy.merchantId, busy.accountId, 100n, daysAgo(1), `MANY-${n}`)
    const period = { merchantId: busy.merchantId, startDate: lagosDay(daysAgo(2)), endDate: today }
    const pdf = await open((await ada.call(statements.download, period)).data.statementURL)
    const { text, totalPages } = await extractText(await getDocumentProxy(pdf.bytes), { mergePages: true })
    expect(totalPages).toBeGreaterThan(1)
    expect(text).toContain(`Page ${totalPages} of ${totalPages}`)
    for (let n = 1; n <= 90; n++) expect(text).toContain(`MANY-${n} `)
  })
})

it.each([
  ['STMT-07', 1, 1, 'The start date cannot be in the future'],
  ['STMT-07', -3, 1, 'The end date cannot be in the future'],
  ['STMT-08', -3, -4, 'The end date cannot be before the start date'],
] as const)('%s rejects days %i to %i from today', async (_row, from, to, message) => {
  const period = { merchantId, startDate: lagosDay(daysAgo(-from)), endDate: lagosDay(daysAgo(-to)) }
  expect(await ada.call(statements.download, period)).toMatchObject({ status: 400, message })
})

it('rejects a merchant without a wallet, an unknown one and one of the other mode', async () => {
  const fresh = await aMerchant(app.db)
  const query = (id: string) => ({ merchantId: id, startDate: today, endDate: today })
  expect(await ada.call(statements.download, query(fresh.id))).toMatchObject({ status: 422 })
  expect((await ada.call(statements.download, query(uuidv7()))).status).toBe(404)
  const tester = await app.signIn({ mode: 'SANDBOX' })
  expect((await tester.call(statements.download, query(merchantId))).status).toBe(404)
})
