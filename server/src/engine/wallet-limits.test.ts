import { randomInt } from 'node:crypto'
import { contract } from '@kobo/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LedgerRefusal } from '../ledger/ledger-refusal.ts'
import { verifyLedger } from '../ledger/verify.ts'
import { newSessionId } from '../rails/session-id.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { aChild, aChildPayout, paidOnChild } from '../testing/child-accounts.ts'
import { aWallet, aWalletAccount } from '../testing/factories.ts'
import { aFundedMerchant, eventually } from '../testing/payouts.ts'
import { receiveCollection } from './collections/receive-collection.ts'
import { bookTransfer } from './book-transfer.ts'
import { submitPayout } from './payouts/submit-payout.ts'

let app: TestApp
let merchant: { id: string; mode: string }
beforeAll(async () => {
  app = await startApp({ rails: 'running' })
  merchant = await aFundedMerchant(app.db, 1_000_000_000n)
})
afterAll(() => app.close())

const mode = 'PRODUCTION'
const dailyKobo = 5_000_000n
const ceilingKobo = 30_000_000n

/** A wallet funded by its merchant. */
async function aFundedWallet(amountKobo: bigint, fields: Parameters<typeof aWallet>[2] = {}) {
  const wallet = await aWallet(app.db, merchant)
  const account = await aWalletAccount(app.db, wallet)
  if (amountKobo > 0n) await give(wallet.id, amountKobo)
  await app.db
    .updateTable('wallet')
    .set({ tier: 1, ...fields })
    .where('id', '=', wallet.id)
    .execute()
  return { wallet, account }
}

const own = () => ({ merchantId: merchant.id, walletId: null })
const give = (walletId: string, amountKobo: bigint) =>
  app.db.transaction().execute((db) =>
    bookTransfer(db, {
      mode,
      from: own(),
      to: { merchantId: merchant.id, walletId },
      amountKobo,
      reference: `MOVE-${randomInt(1e12)}`,
      narration: 'Allowance',
      at: app.clock.now(),
    }),
  )

/** Submits a payout of a wallet and waits for its final state. */
async function payOut(walletId: string, amountKobo: bigint) {
  const { transactionId } = await app.db.transaction().execute((db) =>
    submitPayout(db, app.services.jobs, {
      mode,
      merchantId: merchant.id,
      walletId,
      amountKobo,
      beneficiary: { name: 'Chidi Okafor', accountNumber: '0123456900', bankCode: '058' },
      narration: 'Rent',
      reference: `KBO-${randomInt(1e12)}`,
      at: app.clock.now(),
    }),
  )
  return await ended(transactionId)
}

async function ended(transactionId: string) {
  return await eventually(async () => {
    const row = await app.db.selectFrom('transaction').selectAll().where('id', '=', transactionId).executeTakeFirst()
    return row && ['SUCCESS', 'FAILED'].includes(row.status) && row
  })
}

async function failureReason(transactionId: string) {
  const activity = await app.db
    .selectFrom('activity')
    .select('description')
    .where('transaction_id', '=', transactionId)
    .where('category', '=', 'FUND_FAILED')
    .executeTakeFirstOrThrow()
  return activity.description
}

const balance = async (accountId: string) =>
  await app.db
    .selectFrom('account')
    .select(['booked_kobo', 'available_kobo'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()

describe('wallet payouts', () => {
  it.each([
    ['that is disabled', { status: 'INACTIVE' }, '57', /belongs to a wallet that is disabled$/],
    ['that is not activated yet', { status: 'PENDING' }, '57', /belongs to a wallet that is not activated yet$/],
    [
      'without a BVN or NIN',
      { bvn: null, sealed_bvn: null },
      '57',
      /cannot be debited: tier 1 requires a BVN or a NIN$/,
    ],
    ['without the IDs of its tier', { tier: 2 }, '57', /cannot be debited: tier 2 requires both a BVN and a NIN$/],
  ])(
    'fails a payout of a wallet %s with the code of the switch and without a hold',
    async (_, fields, code, sentence) => {
      const { wallet, account } = await aFundedWallet(1_000_000n, fields)
      const payout = await payOut(wallet.id, 100_000n)
      expect(payout).toMatchObject({ status: 'FAILED', response_code: code })
      expect(await failureReason(payout.id)).toMatch(sentence)
      expect(await balance(account.id)).toEqual({ booked_kobo: 1_000_000n, available_kobo: 1_000_000n })
    },
  )

  it('fails a payout above the daily limit including charges, and accepts it on the next day', async () => {
    const { wallet, account } = await aFundedWallet(dailyKobo * 2n)
    // A fee of 25 naira, VAT of 1.875 and stamp duty of 50 are debited with it.
    const charges = 2500n + 188n + 5000n
    const most = dailyKobo - charges
    const above = await payOut(wallet.id, most + 1n)
    expect(above).toMatchObject({ status: 'FAILED', response_code: '61' })
    expect(await failureReason(above.id)).toMatch(/would exceed the daily limit of tier 1$/)
    expect(await payOut(wallet.id, most)).toMatchObject({ status: 'SUCCESS' })
    expect(await balance(account.id)).toMatchObject({ available_kobo: dailyKobo })
    expect(await payOut(wallet.id, 100n)).toMatchObject({ status: 'FAILED', response_code: '61' })
    app.clock.advance(86_400_000)
    expect(await payOut(wallet.id, 100_000n)).toMatchObject({ status: 'SUCCESS' })
  })

  it('restores the daily limit when the switch rejects a payout', async () => {
    const { wallet } = await aFundedWallet(dailyKobo * 2n)
    const ada = await app.signIn()
    const meter = async () =>
      (await ada.call(contract.wallets.info, { walletId: wallet.id })).data.wallet.limits?.debitedToday
    const refused = app.db.transaction().execute((db) =>
      submitPayout(db, app.services.jobs, {
        mode,
        merchantId: merchant.id,
        walletId: wallet.id,
        amountKobo: 4_000_000n,
        beneficiary: { name: 'Chidi Okafor', accountNumber: '0123456957', bankCode: '058' },
        narration: 'Rent',
        reference: `KBO-${randomInt(1e12)}`,
        at: app.clock.now(),
      }),
    )
    const { transactionId } = await refused
    await eventually(async () => {
      const row = await app.db.selectFrom('hold').select('status').where('transaction_id', '=', transactionId).execute()
      return row[0]?.status === 'VOIDED'
    })
    expect(await meter()).toBe(0)
    expect(await payOut(wallet.id, 4_000_000n)).toMatchObject({ status: 'SUCCESS' })
    expect(await meter()).toBe(40_000 + 76.88)
  })

  it('WALLET-16 fails payouts while an operator has disabled the wallet', async () => {
    const { wallet } = await aFundedWallet(dailyKobo)
    const ada = await app.signIn()
    expect(await payOut(wallet.id, 1000n)).toMatchObject({ status: 'SUCCESS' })
    expect((await ada.call(contract.wallets.disable, { walletId: wallet.id })).status).toBe(200)
    expect(await payOut(wallet.id, 1000n)).toMatchObject({ status: 'FAILED', response_code: '57' })
    expect((await ada.call(contract.wallets.enable, { walletId: wallet.id })).status).toBe(200)
    expect(await payOut(wallet.id, 1000n)).toMatchObject({ status: 'SUCCESS' })
  })
})

describe('maximum wallet balance', () => {
  it('rejects a book transfer above the maximum balance', async () => {
    const { wallet, account } = await aFundedWallet(ceilingKobo)
    await expect(give(wallet.id, 1n)).rejects.toThrow(LedgerRefusal)
    await expect(give(wallet.id, 1n)).rejects.toMatchObject({ code: 'balance_limit' })
    expect(await balance(account.id)).toMatchObject({ booked_kobo: ceilingKobo })
  })

  it('credits a collection above the maximum balance in full and raises an alert', async () => {
    const { wallet, account } = await aFundedWallet(ceilingKobo - 1_000_000n)
    const receive = async (amountKobo: bigint) => {
      const at = app.clock.now()
      const response = await app.db.transaction().execute((db) =>
        receiveCollection(db, app.services.jobs, {
          mode,
          accountNumber: account.account_number,
          amountKobo,
          sender: { name: 'Hadiza Bello', accountNumber: '0123456785', bankCode: '058' },
          sessionId: newSessionId(at),
          narration: 'Rent',
          route: 'NIP',
          at,
        }),
      )
      return await app.db
        .selectFrom('transaction')
        .selectAll()
        .where('id', '=', response.outcome === 'CREDITED' ? response.transactionId : '')
        .executeTakeFirstOrThrow()
    }
    expect(await receive(500_000n)).toMatchObject({ status: 'SUCCESS', alert: null, wallet_id: wallet.id })
    const above = await receive(1_000_000n)
    expect(above).toMatchObject({ status: 'SUCCESS', amount_kobo: 1_000_000n })
    expect(above.alert).toMatch(/^The wallet and its child accounts hold more than the tier allows\./)
    // 0.5 % of each and the VAT on it are the provider's.
    expect(await balance(account.id)).toMatchObject({ booked_kobo: ceilingKobo + 500_000n - 7500n - 563n })
    await expect(give(wallet.id, 1n)).rejects.toMatchObject({ code: 'balance_limit' })
  })
})

describe('child accounts of a tier 1 wallet', () => {
  it('credits in full with an alert above the holder’s maximum and applies the holder’s daily limit', async () => {
    const { wallet, account } = await aFundedWallet(1_000_000n)
    const children = [
      await aChild(app.db, { merchant, walletId: wallet.id }),
      await aChild(app.db, { merchant, walletId: wallet.id, name: 'Rent' }),
    ] as const
    const collections = await Promise.all(
      children.map((child) => paidOnChild(app.db, app.services.jobs, child, { amountKobo: 20_000_000n })),
    )
    const alerts = await app.db.selectFrom('transaction').select('alert').where('id', 'in', collections).execute()
    // Each is within the limit alone; the second one processed exceeds it.
    expect(alerts.filter(({ alert }) => alert?.startsWith('The wallet and its child accounts hold more'))).toHaveLength(
      1,
    )
    await expect(give(wallet.id, 1n)).rejects.toMatchObject({ code: 'balance_limit' })

    const payouts = [3_000_000n, 1_900_000n].map(async (amountKobo, place) =>
      ended(await aChildPayout(app.db, app.services.jobs, children[place] ?? children[0], { amountKobo })),
    )
    expect(await Promise.all(payouts)).toMatchObject([{ status: 'SUCCESS' }, { status: 'SUCCESS' }])
    const beyond = [
      await ended(await aChildPayout(app.db, app.services.jobs, children[0], { amountKobo: 500_000n })),
      await payOut(wallet.id, 500_000n),
    ]
    for (const payout of beyond) {
      expect(payout).toMatchObject({ status: 'FAILED', response_code: '61' })
      expect(await failureReason(payout.id)).toMatch(/would exceed the daily limit of tier 1$/)
    }
    expect(await balance(account.id)).toEqual({ booked_kobo: 1_000_000n, available_kobo: 1_000_000n })
  })
})

it('passes the ledger check after all wallet limit tests', async () => {
  expect(await verifyLedger(app.db)).toEqual({ lost: [], duplicated: [], imbalance: [], auditGaps: [] })
})
