import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Partners } from '@kobo/demo/partners'
import { verifyLedger } from '../ledger/verify.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { paidOnChild } from '../testing/child-accounts.ts'
import { aWallet, aWalletAccount } from '../testing/factories.ts'
import { aSigner, partnersOf } from '../testing/signed-callers.ts'
import { eventually } from '../testing/payouts.ts'
import { newReference } from '../engine/reference.ts'

let app: TestApp
let partners: Partners
beforeAll(async () => {
  app = await startApp({ rails: 'running' })
  partners = partnersOf(app)
})
afterAll(() => app.close())

const reference = () => newReference(new Date())
const opening = (fields: object = {}) => ({ reference: reference(), accountName: 'School fees', ...fields })

async function open(merchantId: string, fields: object = {}) {
  const { childAccountId, accountNumber } = await partners.ask(merchantId, 'child-accounts', opening(fields))
  return { id: String(childAccountId), number: String(accountNumber) }
}

function accountOf(id: string) {
  return app.db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

const setStatus = (merchantId: string, accountNumber: string, status: string) =>
  partners.ask(merchantId, 'child-accounts/status', { accountNumber, status })

const payout = (fields: object) => ({
  reference: reference(),
  amount: 100,
  beneficiary: { name: 'Chidi Okafor', accountNumber: '0123456900', bankCode: '058' },
  ...fields,
})

describe('child accounts of merchants', () => {
  it("opens a child account of the merchant or a customer at the provider's bank", async () => {
    const merchant = await aSigner(app)
    const wallet = await aWallet(app.db, merchant)
    await aWalletAccount(app.db, wallet)
    const own = await open(merchant.id)
    const theirs = await open(merchant.id, { walletId: wallet.id, accountName: 'Savings' })
    expect(await accountOf(own.id)).toMatchObject({
      kind: 'CHILD',
      mode: 'PRODUCTION',
      merchant_id: merchant.id,
      wallet_id: null,
      account_number: own.number,
      account_name: 'School fees',
      bank_name: 'Providus Bank',
      inactive_since: null,
      booked_kobo: 0n,
    })
    expect(await accountOf(theirs.id)).toMatchObject({ wallet_id: wallet.id, account_name: 'Savings' })
  })

  it('opens a child account once per reference and rejects a changed request', async () => {
    const merchant = await aSigner(app)
    const body = opening()
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => partners.ask(merchant.id, 'child-accounts', body)),
    )
    expect(new Set(replies.map(({ accountNumber }) => accountNumber)).size).toBe(1)
    const other = partners.ask(merchant.id, 'child-accounts', { ...body, accountName: 'Other' })
    await expect(other).rejects.toMatchObject({ status: 409 })
  })

  it("rejects another merchant's customer, an unknown wallet and an empty name", async () => {
    const [merchant, other] = [await aSigner(app), await aSigner(app)]
    const wallet = await aWallet(app.db, other)
    await aWalletAccount(app.db, wallet)
    await expect(open(merchant.id, { walletId: wallet.id })).rejects.toMatchObject({ status: 404 })
    await expect(open(merchant.id, { walletId: 'no id' })).rejects.toMatchObject({ status: 400 })
    await expect(open(merchant.id, { accountName: ' ' })).rejects.toMatchObject({ status: 400 })
    await expect(open(merchant.id, { more: 1 })).rejects.toMatchObject({ status: 400 })
  })
})

describe('child account status', () => {
  it('sets the status of a child account, also repeatedly', async () => {
    const merchant = await aSigner(app)
    const { id, number } = await open(merchant.id)
    expect(await setStatus(merchant.id, number, 'INACTIVE')).toEqual({ accountNumber: number, status: 'INACTIVE' })
    const { inactive_since } = await accountOf(id)
    expect(inactive_since).not.toBeNull()
    await setStatus(merchant.id, number, 'INACTIVE')
    expect(await accountOf(id)).toMatchObject({ inactive_since })
    await setStatus(merchant.id, number, 'ACTIVE')
    expect(await accountOf(id)).toMatchObject({ inactive_since: null })
  })

  it('sets the status only for its merchant and only on child accounts', async () => {
    const [merchant, other, sandbox] = [await aSigner(app), await aSigner(app), await aSigner(app, 'SANDBOX')]
    const { id, number } = await open(merchant.id)
    for (const { id: stranger } of [other, sandbox]) {
      await expect(setStatus(stranger, number, 'INACTIVE')).rejects.toMatchObject({ status: 404 })
    }
    expect(await accountOf(id)).toMatchObject({ inactive_since: null })
    const own = await app.db
      .selectFrom('account')
      .select('account_number')
      .where('merchant_id', '=', merchant.id)
      .where('kind', '=', 'MERCHANT')
      .executeTakeFirstOrThrow()
    await expect(setStatus(merchant.id, own.account_number, 'INACTIVE')).rejects.toMatchObject({ status: 404 })
    await expect(setStatus(merchant.id, number, 'CLOSED')).rejects.toMatchObject({ status: 400 })
  })
})

describe('payouts from child accounts', () => {
  async function aFundedChild() {
    const merchant = await aSigner(app)
    const { id, number } = await open(merchant.id)
    const child = { id, number, mode: 'PRODUCTION', merchantId: merchant.id } as const
    await paidOnChild(app.db, app.services.jobs, child, { amountKobo: 100_000n })
    return { merchant, id, number }
  }

  it('debits the child account once per reference of a payout', async () => {
    const { merchant, id, number } = await aFundedChild()
    const body = payout({ childAccountNumber: number })
    const replies = await Promise.all(Array.from({ length: 3 }, () => partners.ask(merchant.id, 'payouts', body)))
    expect(new Set(replies.map(({ transactionId }) => transactionId)).size).toBe(1)
    await eventually(async () => {
      const rows = await app.db
        .selectFrom('transaction')
        .select('status')
        .where('account_id', '=', id)
        .where('type', '=', 'DEBIT')
        .execute()
      return rows.every(({ status }) => status === 'SUCCESS')
    })
    expect(await accountOf(id)).toMatchObject({ booked_kobo: 99_462n - 10_000n - 1075n })
    // From the merchant's own account it would be another payout.
    await expect(partners.ask(merchant.id, 'payouts', { ...body, childAccountNumber: null })).rejects.toMatchObject({
      status: 409,
    })
  })

  it("rejects a payout from an inactive or another merchant's account or with a second source", async () => {
    const { merchant, number } = await aFundedChild()
    const other = await aSigner(app)
    const body = payout({ childAccountNumber: number })
    await expect(partners.ask(other.id, 'payouts', body)).rejects.toMatchObject({ status: 404 })
    await setStatus(merchant.id, number, 'INACTIVE')
    await expect(partners.ask(merchant.id, 'payouts', body)).rejects.toMatchObject({
      status: 422,
      message: `Account ${number} is inactive and cannot be debited`,
    })
    const wallet = await aWallet(app.db, merchant)
    await aWalletAccount(app.db, wallet)
    const both = payout({ childAccountNumber: number, walletId: wallet.id })
    await expect(partners.ask(merchant.id, 'payouts', both)).rejects.toMatchObject({
      status: 400,
      message: 'A payout must have one source: a wallet, a child account or a store',
    })
  })
})

it('keeps the ledger balanced', async () => {
  expect(await verifyLedger(app.db)).toEqual({ lost: [], duplicated: [], imbalance: [], auditGaps: [] })
})
