import { contract } from '@kobo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aMerchant, aTransaction, aWallet } from '../../testing/factories.ts'

const { info } = contract.transactions

let app: TestApp
let ada: Client

beforeAll(async () => {
  app = await startApp()
  ada = await app.signIn()
})

afterAll(() => app.close())

it("API-77 TXDETAIL-03 TXDETAIL-04 TXDETAIL-05 TXDETAIL-07 TXDETAIL-08 returns all fields of a merchant's payout with the BVN masked", async () => {
  const danfo = await aMerchant(app.db, { business_name: 'Danfo Express Logistics', bvn: '22123456789' })
  const payout = await aTransaction(app.db, danfo, {
    created_at: '2026-11-20T13:32:05.114Z',
    paid_at: '2026-11-20T13:32:06.418Z',
    reference: 'KBO-26112014320511-7Q2F',
    session_id: '000023261120143205118830274615',
    route: 'NIP',
    fee_kobo: 5000n,
    vat_kobo: 375n,
    stamp_duty_kobo: 5000n,
    narration: 'Driver payout, week 46',
    response_code: '00',
    alert: null,
    originator_name: 'DANFO EXPRESS LOGISTICS',
    originator_number: '9013345526',
    originator_bank_code: '101',
    beneficiary_name: 'OKAFOR CHIDI EMEKA',
    beneficiary_number: '0123456785',
    beneficiary_bank_code: '000013',
  })
  const reply = await ada.call(info, { transactionId: payout.id })
  expect(reply.data.transaction).toEqual({
    id: payout.id,
    status: 'SUCCESS',
    createdAt: '2026-11-20T13:32:05.114Z',
    paidAt: '2026-11-20T13:32:06.418Z',
    description: 'Bank transfer, debit',
    disputes: [],
    type: 'DEBIT',
    narration: 'Driver payout, week 46',
    amount: 60_000,
    charges: 103.75,
    chargeLines: { fee: 50, vat: 3.75, stampDuty: 50 },
    settledAmount: 60_000,
    reference: 'KBO-26112014320511-7Q2F',
    sessionId: '000023261120143205118830274615',
    category: 'BANK_TRANSFER',
    channelCode: 'NIP',
    walletType: 'MERCHANT',
    originatorAccountName: 'DANFO EXPRESS LOGISTICS',
    originatorAccountNumber: '9013345526',
    originatorBankName: 'Providus Bank',
    originatorBankVerificationNumber: '2212*******',
    originatorBankCode: '101',
    beneficiaryAccountName: 'OKAFOR CHIDI EMEKA',
    beneficiaryAccountNumber: '0123456785',
    beneficiaryBankName: 'Guaranty Trust Bank',
    beneficiaryBankVerificationNumber: null,
    beneficiaryBankCode: '000013',
    merchantId: danfo.id,
    merchantName: 'Danfo Express Logistics',
    walletId: null,
    responseCode: '00',
    responseText: 'Approved',
    alert: null,
    charge: 103.75,
    metadata: {
      originatorAccountName: 'DANFO EXPRESS LOGISTICS',
      beneficiaryAccountName: 'OKAFOR CHIDI EMEKA',
      beneficiaryAccountNumber: '0123456785',
      beneficiaryBankName: 'Guaranty Trust Bank',
      paymentMethod: 'BANK_TRANSFER',
    },
  })
  expect(reply.text).not.toContain('22123456789')
})

it("API-77 TXDETAIL-04 TXDETAIL-05 deducts charges from the amount a customer's wallet received", async () => {
  const wallet = await aWallet(app.db, await aMerchant(app.db, { bvn: '22123456789' }), { bvn: '22987654321' })
  const funding = await aTransaction(app.db, wallet, {
    type: 'CREDIT',
    category: 'BANK_FUNDING',
    amount_kobo: 1_000_001n,
    fee_kobo: 5000n,
    vat_kobo: 375n,
    alert: 'Money came after the account was closed',
  })
  const reply = await ada.call(info, { transactionId: funding.id })
  expect(reply.data.transaction).toMatchObject({
    description: 'Bank funding, credit',
    walletType: 'CUSTOMER',
    amount: 10_000.01,
    charges: 53.75,
    settledAmount: 9946.26,
    originatorBankVerificationNumber: null,
    beneficiaryBankVerificationNumber: '2298*******',
    walletId: wallet.id,
    paidAt: expect.any(String),
    sessionId: null,
    originatorBankName: null,
    alert: 'Money came after the account was closed',
  })
  expect(reply.text).not.toMatch(/22123456789|22987654321/)
})

it.each(['QUEUED', 'PENDING', 'FAILED', 'DECLINED'])(
  'TXDETAIL-05 returns no settled amount for a transaction that is %s',
  async (status) => {
    const payout = await aTransaction(app.db, await aMerchant(app.db), { status })
    expect((await ada.call(info, { transactionId: payout.id })).data.transaction.settledAmount).toBeNull()
  },
)

it('API-77 TXDETAIL-07 returns WALLET as the payment method of a wallet transfer', async () => {
  const wallet = await aWallet(app.db, await aMerchant(app.db))
  const moved = await aTransaction(app.db, wallet, { type: 'CREDIT', category: 'WALLET_TO_WALLET' })
  const { transaction } = (await ada.call(info, { transactionId: moved.id })).data
  expect(transaction.description).toBe('Wallet to wallet, credit')
  expect(transaction.metadata?.paymentMethod).toBe('WALLET')
})

it('API-77 returns 404 for a transaction of the other mode or an unknown ID', async () => {
  const sandbox = await aTransaction(app.db, await aMerchant(app.db, { mode: 'SANDBOX' }))
  for (const transactionId of [sandbox.id, '00000000-0000-7000-8000-000000000000', 'nobody']) {
    expect(await ada.call(info, { transactionId })).toMatchObject({ status: 404, code: 'not_found' })
  }
  expect(await ada.call(info, { transactionId: '' })).toMatchObject({
    status: 400,
    fields: { transactionId: 'Transaction is required' },
  })
})
