import { contract } from '@kobo/contract'
import { hitKinds } from '@kobo/contract/search'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../db/transact.ts'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aContactMessage } from '../../testing/a-contact-message.ts'
import { aCheckout, aPaymentLink, payOn } from '../../testing/payment-requests.ts'
import { aChild } from '../../testing/child-accounts.ts'
import { disputed } from '../../testing/disputes.ts'
import { aMerchant, aTransaction, aWallet } from '../../testing/factories.ts'
import { aFailedSettlement } from '../../testing/settlement-bookkeeping.ts'
import { aCard } from '../../testing/issued-cards.ts'
import { aFundedMerchant } from '../../testing/payouts.ts'
import { aShopFloor } from '../../testing/stores.ts'
import { aSubaccount } from '../../testing/subaccounts.ts'
import { findRecords } from './find-records.ts'
import { parseSearchText } from './parse-search-text.ts'
import { sourceGroups } from './sources.ts'

const { everything } = contract.search

let app: TestApp
let ada: Client
let merchant: { id: string; mode: string }
/** Values of the placeholders in the texts below, and the ID of each record. */
const known: Record<string, string> = {}

/** Creates one record of every kind as in real use, and a card of the other mode. */
beforeAll(async () => {
  app = await startApp({ rails: 'running' })
  ada = await app.signIn({ firstName: 'Oluwaseun', email: 'seun@kobo.example' })
  const { db } = app
  const at = new Date('2026-11-20T09:00:00.000Z')
  merchant = await aFundedMerchant(db, 50_000_000n)
  await db
    .updateTable('merchant')
    .set({ business_name: 'Kola Nut & Kernel Ltd', registration_number: 'RC 1849203', email: 'desk@kola.example' })
    .where('id', '=', merchant.id)
    .execute()
  await db
    .insertInto('settlement_account')
    .values({
      merchant_id: merchant.id,
      bank_code: '058',
      bank_name: 'GTBank',
      account_number: '0123456957',
      account_name: 'Kola Nut',
    })
    .onConflict((conflict) => conflict.column('merchant_id').doUpdateSet({ account_number: '0123456957' }))
    .execute()
  known['merchant'] = merchant.id
  known['wallet'] = (await aWallet(db, merchant, { account_name: 'Ọláwálé Ɗanjuma' })).id
  const holder = { mode: 'PRODUCTION', merchantId: merchant.id, walletId: null } as const
  const card = await aCard(db, holder, { at, names: ['Bisí Adébáyọ̀'], reference: 'CARDS-NOV' })
  Object.assign(known, { card: card.id, cardBatch: card.batch_id, last: card.last_four, masked: card.masked_pan })
  const floor = await aShopFloor(db, merchant, { store: 'Ikeja counter', serialNumber: 'PAX90817263', at })
  Object.assign(known, { store: floor.store.id, terminal: floor.terminal.id, storeNumber: floor.store.number })
  known['subAccount'] = await transact(db, (t) =>
    aSubaccount(t, merchant, { name: 'Palm Oil Partners', accountNumber: '0987654321' }),
  )
  known['childAccount'] = (await aChild(db, { merchant, name: 'Tuition purse' })).id
  const paid = await aTransaction(db, merchant, {
    reference: 'KBO-DISPUTED-1',
    type: 'CREDIT',
    category: 'BANK_FUNDING',
  })
  const jobs = app.services.jobs
  known['dispute'] = await disputed({ db, jobs }, paid.id, { customer: 'Zainab Yar’Adua', staffId: ada.staffId })
  const settled = await transact(db, (t) => aFailedSettlement(t, 'PRODUCTION', merchant.id, at))
  const attempt = await aTransaction(db, merchant, { reference: 'SET-2026-1', category: 'SETTLEMENT' })
  const attempted = { settlement_id: settled, transaction_id: attempt.id, merchant_id: merchant.id }
  await db.insertInto('settlement_attempt').values(attempted).execute()
  known['settlement'] = settled
  const common = { merchantId: merchant.id, at: new Date() }
  const link = await aPaymentLink(app, { ...common, reference: 'ORDER77', what: 'Two crates of Malt' })
  Object.assign(known, { paymentLink: link.id, code: link.code })
  const checkout = await aCheckout(app, { ...common, reference: 'RCPT-2026-1', what: 'Hamper' })
  known['checkout'] = checkout.id
  await payOn(app, checkout.accountNumber)
  const paidCheckout = await db
    .selectFrom('checkout')
    .selectAll()
    .where('id', '=', checkout.id)
    .executeTakeFirstOrThrow()
  Object.assign(known, { payment: paidCheckout.transaction_id, account: paidCheckout.virtual_account_id })
  const message = { name: 'Chiamaka Nwosu', email: 'chi@mail.example', phone_number: '08099990001' }
  known['contactMessage'] = (await aContactMessage(db, merchant, message)).id
  known['member'] = ada.staffId
})

afterAll(() => app.close())

const find = async (text: string, by = ada) => (await by.call(everything, { text })).data.hits
/** Replaces the placeholders of a text. */
const filled = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => known[name] ?? name)

describe('record kinds', () => {
  it.each([
    ['RC 1849203', 'merchant', 'RC_NUMBER'],
    ['rc1849203', 'merchant', 'RC_NUMBER'],
    ['RC-1849203', 'merchant', 'RC_NUMBER'],
    ['1849203', 'merchant', 'RC_NUMBER'],
    ['0123456957', 'merchant', 'ACCOUNT_NUMBER'],
    ['ltd kernel kola nut', 'merchant', 'NAME'],
    ['Kola Nut and Kernel', 'merchant', 'NAME'],
    ['kóla nut kernel', 'merchant', 'NAME'],
    ['danjuma olawale', 'wallet', 'NAME'],
    ['Bisi Adebayo', 'card', 'NAME'],
    ['{last}', 'card', 'CARD_NUMBER'],
    ['**** {last}', 'card', 'CARD_NUMBER'],
    ['•••• {last}', 'card', 'CARD_NUMBER'],
    ['{masked}', 'card', 'CARD_NUMBER'],
    ['cards-n', 'cardBatch', 'REFERENCE'],
    ['pax90817263', 'terminal', 'SERIAL_NUMBER'],
    ['PAX908', 'terminal', 'SERIAL_NUMBER'],
    ['counter ikeja', 'store', 'NAME'],
    ['{storeNumber}', 'store', 'ACCOUNT_NUMBER'],
    ['oluwaseun', 'member', 'NAME'],
    ['seun@kobo', 'member', 'EMAIL'],
    ['partners palm', 'subAccount', 'NAME'],
    ['0987654321', 'subAccount', 'ACCOUNT_NUMBER'],
    ['tuition', 'childAccount', 'NAME'],
    ['yaradua zainab', 'dispute', 'NAME'],
    ['KBO-DISPUTED-1', 'dispute', 'REFERENCE'],
    ['SET-2026-1', 'settlement', 'REFERENCE'],
    ['https://pay.kobo.example/pay/{code}?from=mail', 'paymentLink', 'URL'],
    ['/pay/{code}', 'paymentLink', 'URL'],
    ['{code}', 'paymentLink', 'URL'],
    ['malt crates', 'paymentLink', 'NAME'],
    ['order77', 'paymentLink', 'REFERENCE'],
    ['http://localhost:3000/pay/checkout/{checkout}', 'checkout', 'URL'],
    ['rcpt-2026-1', 'checkout', 'REFERENCE'],
    ['nwosu', 'contactMessage', 'NAME'],
    ['chi@mail', 'contactMessage', 'EMAIL'],
    ['+234 809 999 0001', 'contactMessage', 'PHONE'],
    ['0809-999-0001', 'contactMessage', 'PHONE'],
  ])('FIND-13 finds by %j a %s by its %s', async (text, kind, why) => {
    const found = (await find(filled(text))).find((hit) => hit.kind === kind)
    expect(found).toMatchObject({ id: known[kind], mode: 'PRODUCTION' })
    expect(found?.why).toContain(why)
  })

  it('FIND-03 finds every record by its ID as its own kind', async () => {
    for (const kind of hitKinds) {
      const id = known[kind]
      if (id === undefined) continue
      expect((await find(id)).map((hit) => `${hit.kind} ${hit.id} ${hit.why?.join(' ')}`)).toEqual([`${kind} ${id} ID`])
    }
  })

  it("FIND-13 returns the fields that each record's page link needs", async () => {
    const firstHit = async (kind: string) => (await find(known[kind] ?? ''))[0]
    expect(await firstHit('member')).toMatchObject({ detail: 'seun@kobo.example' })
    expect(await firstHit('subAccount')).toMatchObject({ merchantId: merchant.id, title: 'Palm Oil Partners' })
    expect(await firstHit('settlement')).toMatchObject({ merchantId: merchant.id, status: 'FAILED' })
    expect(await firstHit('childAccount')).toMatchObject({ merchantId: merchant.id, title: 'Tuition purse' })
    expect(await firstHit('dispute')).toMatchObject({ title: 'Zainab Yar’Adua', status: 'NEW' })
  })
})

it("FIND-14 finds a payment by the payer's receipt reference and shows it on the transaction page", async () => {
  const hits = await find('RCPT-2026-1')
  expect(hits.map(({ kind, id }) => `${kind} ${id}`)).toEqual(
    expect.arrayContaining([`checkout ${known['checkout']}`, `transaction ${known['payment']}`]),
  )
  const { transaction } = (await ada.call(contract.transactions.info, { transactionId: known['payment'] ?? '' })).data
  expect(transaction).toMatchObject({ receiptReference: 'RCPT-2026-1', checkoutId: known['checkout'] })
})

it("FIND-15 finds a payment by its counterparty's name, ignoring punctuation and order, exact match first", async () => {
  const to = (beneficiary_name: string, minute: number) =>
    aTransaction(app.db, merchant, {
      beneficiary_name,
      created_at: new Date(Date.UTC(2026, 10, 21, 8, minute)).toISOString(),
    })
  const exact = await to('EZE-OBI, NNEKA', 1)
  for (let minute = 2; minute < 12; minute++) await to('Nneka Eze Obi Stores', minute)
  const hits = (await find('Eze Obi Nneka')).filter(({ kind }) => kind === 'transaction')
  expect(hits).toHaveLength(8)
  expect(hits[0]).toMatchObject({ id: exact.id, title: 'EZE-OBI, NNEKA', why: ['NAME'] })
})

it('FIND-16 lists an exact match before any number of partial ones', async () => {
  const exact = await aMerchant(app.db, { business_name: 'Garri', created_at: '2020-01-01T00:00:00.000Z' })
  const names = Array.from({ length: 450 }, (_, n) => `Garri House ${n}`)
  for (const business_name of names) await aMerchant(app.db, { business_name })
  const [first, second] = await find('garri')
  expect(first).toMatchObject({ id: exact.id, title: 'Garri' })
  expect(second?.title).toContain('Garri House')
})

it('FIND-01 lists prefix matches before any number of other matches', async () => {
  for (let n = 0; n < 450; n++) await aMerchant(app.db, { business_name: `Mama Zobo ${n}` })
  const begins = await aMerchant(app.db, { business_name: 'Zobo Kings', created_at: '2020-01-01T00:00:00.000Z' })
  const [first, second] = await find('zobo')
  expect(first).toMatchObject({ id: begins.id, title: 'Zobo Kings' })
  expect(second?.title).toContain('Mama Zobo')
})

it('FIND-17 does not parse a phone number as an amount', async () => {
  await aTransaction(app.db, merchant, { amount_kobo: 803_555_014_900n, reference: 'KBO-LARGE-1' })
  expect(await find('8035550149')).toEqual([])
  expect((await find('₦8,035,550,149')).map(({ why }) => why)).toEqual([['AMOUNT']])
})

const sources = sourceGroups.flat()

it('FIND-18 returns no record of a kind that the operator may not read', async () => {
  const looking = { db: app.db, mode: 'PRODUCTION', seal: app.services.seal } as const
  for (const kind of hitKinds) {
    const ofKind = sources.filter((source) => source.kind === kind)
    const [permission] = ofKind.map((source) => source.permission)
    const others = sources.filter((source) => source.permission !== permission)
    const found = await findRecords(looking, parseSearchText(known[kind] ?? ''), others)
    expect(found.filter((hit) => hit.kind === kind)).toEqual([])
  }
  const permissions = Object.fromEntries(sources.map((source) => [source.kind, source.permission]))
  expect(permissions).toEqual({
    merchant: contract.merchants.info.permission,
    wallet: contract.wallets.info.permission,
    childAccount: 'childAccounts.read',
    account: 'collections.read',
    transaction: contract.transactions.info.permission,
    batch: 'payouts.read',
    dispute: contract.disputes.list.permission,
    settlement: contract.settlements.list.permission,
    subAccount: contract.subAccounts.info.permission,
    card: contract.cards.list.permission,
    cardBatch: 'cards.read',
    store: contract.stores.list.permission,
    terminal: contract.stores.list.permission,
    checkout: contract.checkouts.info.permission,
    paymentLink: 'collections.read',
    member: contract.team.members.permission,
    contactMessage: contract.contact.list.permission,
  })
})

it('FIND-07 marks a record of the other mode', async () => {
  const tester = await app.signIn({ mode: 'SANDBOX' })
  expect(await find('PAX90817263', tester)).toMatchObject([{ kind: 'terminal', mode: 'PRODUCTION' }])
})
