import { contract } from '@kobo/contract'
import type { DisputeStatus } from '@kobo/contract/kit/dispute'
import { limitedPermissions } from '@kobo/contract/kit/permission'
import type { Right } from '@kobo/contract/kit/role'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { transact } from '../../db/transact.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { acquirerPays, paidByCard } from '../../testing/card-payments.ts'
import type { CustomerAccount } from '../../testing/customer-accounts.ts'
import { dispute, someStaff } from '../../testing/dispute-bookkeeping.ts'
import { everyRow } from '../../testing/every-call.ts'
import { collect, payOut } from '../../testing/ledger-fixtures.ts'
import { aFundedMerchant, aPayout, ownAccount } from '../../testing/payouts.ts'
import { sender } from '../../testing/refund-bookkeeping.ts'
import { aFailedSettlement } from '../../testing/settlement-bookkeeping.ts'

const { refunds, disputes, transactions, settlements, roles } = contract
const reason = 'Agreed with the merchant'

let app: TestApp
let ada: Client
let account: CustomerAccount
const ids: Record<string, string> = {}

beforeAll(async () => {
  app = await startApp({ jobs: 'running' })
  ada = await app.signIn()
  const { id: merchantId } = await aFundedMerchant(app.db, 100_000_000n)
  await app.db.updateTable('merchant').set({ is_refund_enabled: true }).where('id', '=', merchantId).execute()
  const { id, kind } = await ownAccount(app.db, merchantId)
  account = { id, mode: 'PRODUCTION', merchantId, walletId: null, kind }
  await transact(app.db, async (t) => {
    ids['collection'] = await collect(t, account, sender)
    const by = { staffId: await someStaff(t) }
    ids['dispute'] = (await dispute(t, account, ['IN_PROGRESS'], by)).disputeId
    const paid = await payOut(t, account, 'SUCCESS')
    ids['debitDispute'] = (await dispute(t, account, ['IN_PROGRESS'], { ...by, of: paid, type: 'DEBIT' })).disputeId
    ids['settlement'] = await aFailedSettlement(t, 'PRODUCTION', merchantId, app.clock.now())
    await acquirerPays(t, [await paidByCard(t, account, app.clock.now())], app.clock.now())
  })
  ids['payout'] = await aPayout(app.db, idle, {
    merchant: { id: merchantId, mode: 'PRODUCTION' },
    amountKobo: 400_000n,
  })
})
afterAll(() => app.close())

/** Jobs that never run, so that the payout stays queued. */
const idle: Jobs = { enqueue: async () => {}, enqueueAll: async () => {}, work: async () => {}, stop: async () => {} }

/** Signs in with all limited rights up to an amount in naira. */
async function operatorUpTo(maxAmount: number): Promise<Client> {
  const rights: Right[] = limitedPermissions.map((permission) => ({ permission, maxAmount }))
  const { data } = await ada.call(roles.create, { name: `Up to ${maxAmount}`, rights, reason })
  return await app.signIn({ role: data.role.id })
}

it('refuses each movement above the limit of a role, changes nothing, and allows the limit itself', async () => {
  const clerk = await operatorUpTo(10)
  const before = await everyRow(app.db)
  const disputeId = ids['dispute'] ?? ''
  const transactionId = ids['payout'] ?? ''
  const attempts = {
    refund: await clerk.call(refunds.request, { transactionId: ids['collection'] ?? '', amount: 10.01, reason }),
    resolve: await clerk.call(disputes.changeStatus, { disputeId, status: 'RESOLVED', reason }),
    resolvePart: await clerk.call(disputes.changeStatus, { disputeId, status: 'RESOLVED', reason, amount: 0.01 }),
    close: await clerk.call(disputes.changeStatus, { disputeId, status: 'CLOSED', reason }),
    reject: await clerk.call(disputes.changeStatus, { disputeId, status: 'REJECTED', reason }),
    markFailed: await clerk.call(transactions.markFailed, { transactionId, reason }),
    markSuccess: await clerk.call(transactions.markSuccess, { transactionId, reason }),
    resend: await clerk.call(settlements.resend, { settlementId: ids['settlement'] ?? '', retry: true }),
    settleCards: await clerk.call(settlements.card, { merchantId: account.merchantId }),
  }
  for (const [what, { status, code }] of Object.entries(attempts)) {
    expect([what, status, code]).toEqual([what, 403, 'above_limit'])
  }
  expect(attempts.refund.message).toBe(
    '₦10.01 is above the limit of your role, ₦10.00. Ask a colleague with a higher limit',
  )
  expect(await everyRow(app.db)).toEqual(before)
  const within = await clerk.call(refunds.request, { transactionId: ids['collection'] ?? '', amount: 10, reason })
  expect(within.status).toBe(200)
})

it('does not limit steps of a dispute that move no money', async () => {
  const clerk = await operatorUpTo(9)
  const step = async (disputeId: string, status: DisputeStatus) =>
    (await clerk.call(disputes.changeStatus, { disputeId, status, reason })).status
  expect(await step(ids['dispute'] ?? '', 'AWAITING_FEEDBACK')).toBe(200)
  expect(await step(ids['dispute'] ?? '', 'FEEDBACK_PROVIDED')).toBe(200)
  expect(await step(ids['debitDispute'] ?? '', 'CLOSED')).toBe(200)
})

it('limits only what it names: others carry out the same', async () => {
  const lead = await operatorUpTo(1_000_000)
  const disputeId = ids['dispute'] ?? ''
  expect((await lead.call(disputes.changeStatus, { disputeId, status: 'CLOSED', reason })).status).toBe(200)
  const failed = await lead.call(transactions.markFailed, { transactionId: ids['payout'] ?? '', reason })
  expect([failed.status, failed.message]).toEqual([200, 'The payout was stopped'])
  expect((await lead.call(settlements.card, { merchantId: account.merchantId })).message).toBe('1 settlement started')
})
