import { contract } from '@kobo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aMerchant, aWallet, aWalletAccount, aWalletUpgrade } from '../../testing/factories.ts'
import { uuidv7 } from '../../uuid.ts'

const { wallets, walletUpgrades } = contract
const papers = { bvn: '22987654321', nin: '70498765432' }

let app: TestApp
let ada: Client
let bola: Client
let merchant: { id: string; mode: string }

beforeAll(async () => {
  app = await startApp({ jobs: 'running' })
  ada = await app.signIn({ firstName: 'Adaeze' })
  bola = await app.signIn({ firstName: 'Bola' })
  merchant = await aMerchant(app.db, { business_name: 'Eko Bakery' })
})
afterAll(() => app.close())

async function aRequest(
  wallet: Parameters<typeof aWallet>[2] = {},
  request: Parameters<typeof aWalletUpgrade>[2] = {},
) {
  const holder = await aWallet(app.db, merchant, { ...papers, ...wallet })
  await aWalletAccount(app.db, holder)
  return { wallet: holder, requestId: (await aWalletUpgrade(app.db, holder, request)).id }
}

const walletOf = async (walletId: string) => (await ada.call(wallets.info, { walletId })).data.wallet
const requestOf = async (walletId: string) => (await ada.call(walletUpgrades.list, { walletId })).data.upgrades[0]

it('API-90 WREQ-09 WREQ-10 lists requests newest first with their decisions', async () => {
  const sasha = await app.signIn({ mode: 'SANDBOX', firstName: 'Sasha' })
  const bakery = await aMerchant(app.db, { mode: 'SANDBOX', business_name: 'Eko Bakery' })
  const other = await aMerchant(app.db, { mode: 'SANDBOX' })
  const wallet = await aWallet(app.db, bakery, { account_name: 'Chidi Okafor', tier: 2 })
  const ofOtherMerchant = await aWallet(app.db, other)
  const decided = {
    status: 'REJECTED',
    decided_by: sasha.staffId,
    decided_at: '2026-01-06T10:00:00.000Z',
    decision_reason: 'The slip cannot be read',
  }
  const older = await aWalletUpgrade(app.db, wallet, { created_at: '2026-01-05T10:00:00.000Z', ...decided })
  const newer = await aWalletUpgrade(app.db, wallet, {
    created_at: '2026-02-05T10:00:00.000Z',
    current_tier: 2,
    requested_tier: 3,
  })
  const activation = await aWalletUpgrade(app.db, ofOtherMerchant, {
    category: 'ACTIVATION',
    status: 'COMPLETED',
    created_at: '2026-01-20T10:00:00.000Z',
  })
  expect((await sasha.call(walletUpgrades.list, {})).data).toEqual({
    totalRecords: 3,
    upgrades: [
      {
        id: newer.id,
        createdAt: '2026-02-05T10:00:00.000Z',
        status: 'PENDING',
        wallet: { id: wallet.id, accountName: 'Chidi Okafor', tier: 2 },
        merchant: { businessName: 'Eko Bakery' },
        requestedTier: 3,
        requestedLimits: { dailyDebit: 5_000_000, balance: null },
        category: 'UPGRADE',
        hindrance: 'Tier 3 needs a NIN, which the wallet of Chidi Okafor does not have',
        decision: null,
      },
      expect.objectContaining({ id: activation.id, category: 'ACTIVATION' }),
      expect.objectContaining({
        id: older.id,
        status: 'REJECTED',
        decision: {
          staffName: 'Sasha Okonkwo',
          decidedAt: '2026-01-06T10:00:00.000Z',
          reason: 'The slip cannot be read',
        },
      }),
    ],
  })
  const ids = async (query: Parameters<typeof sasha.call<typeof walletUpgrades.list>>[1]) =>
    (await sasha.call(walletUpgrades.list, query)).data.upgrades.map(({ id }) => id)
  expect(await ids({ status: 'PENDING' })).toEqual([newer.id])
  expect(await ids({ status: 'COMPLETED' })).toEqual([activation.id])
  expect(await ids({ category: 'UPGRADE' })).toEqual([newer.id, older.id])
  expect(await ids({ category: 'ACTIVATION' })).toEqual([activation.id])
  expect(await ids({ walletId: wallet.id, status: 'REJECTED' })).toEqual([older.id])
  expect(await ids({ merchantId: other.id })).toEqual([activation.id])
  expect(await ids({ merchantId: 'x' })).toEqual([])
  expect(await ids({ walletId: 'x' })).toEqual([])
  expect((await sasha.call(walletUpgrades.list, { page: 2, size: 2 })).data).toMatchObject({
    totalRecords: 3,
    upgrades: [{ id: older.id }],
  })
  expect((await ada.call(walletUpgrades.list, { walletId: wallet.id })).data.totalRecords).toBe(0)
  const oldest = (await sasha.call(walletUpgrades.list, { sort: 'oldest' })).data.upgrades.map(({ id }) => id)
  expect(oldest).toEqual([older.id, activation.id, newer.id])
})

it('API-91 WALLET-17 C-19 raises tier and limits on approval', async () => {
  const { wallet, requestId } = await aRequest({ account_name: 'Chidi Okafor' })
  expect((await walletOf(wallet.id)).limits).toMatchObject({ dailyDebit: 50_000 })
  const reply = await ada.call(walletUpgrades.approve, { requestId })
  expect(reply).toMatchObject({ status: 200, message: 'The wallet of Chidi Okafor is now at tier 2' })
  expect(await walletOf(wallet.id)).toMatchObject({ tier: 2, status: 'ACTIVE', limits: { dailyDebit: 200_000 } })
  expect(await requestOf(wallet.id)).toMatchObject({
    status: 'COMPLETED',
    wallet: { tier: 2 },
    decision: { staffName: 'Adaeze Okonkwo', reason: null },
  })
  const audit = await app.db.selectFrom('audit').selectAll().where('record_id', '=', requestId).execute()
  expect(audit).toMatchObject([
    {
      action: 'wallet-upgrade.approve',
      merchant_id: merchant.id,
      before: { status: 'PENDING', tier: 1 },
      after: { status: 'COMPLETED', tier: 2 },
    },
  ])
})

it('API-92 WALLET-17 C-19 rejects a request with a reason only and leaves the wallet unchanged', async () => {
  const { wallet, requestId } = await aRequest()
  expect(await ada.call(walletUpgrades.reject, { requestId, reason: ' ' })).toMatchObject({
    status: 400,
    fields: { reason: 'Reason is required' },
  })
  const reply = await ada.call(walletUpgrades.reject, { requestId, reason: 'The slip cannot be read' })
  expect(reply).toMatchObject({ status: 200, message: 'The request for tier 2 was rejected' })
  expect(await walletOf(wallet.id)).toMatchObject({ tier: 1 })
  expect(await requestOf(wallet.id)).toMatchObject({
    status: 'REJECTED',
    decision: { staffName: 'Adaeze Okonkwo', reason: 'The slip cannot be read' },
  })
  const audit = await app.db.selectFrom('audit').selectAll().where('record_id', '=', requestId).execute()
  expect(audit).toMatchObject([{ action: 'wallet-upgrade.reject', reason: 'The slip cannot be read' }])
})

it('activates a pending wallet on approval, but not a disabled one', async () => {
  const activation = { category: 'ACTIVATION', current_tier: 1, requested_tier: 1 }
  const waiting = await aRequest({ status: 'PENDING', nin: null }, activation)
  expect((await ada.call(walletUpgrades.approve, { requestId: waiting.requestId })).status).toBe(200)
  expect(await walletOf(waiting.wallet.id)).toMatchObject({ tier: 1, status: 'ACTIVE' })
  const disabled = await aRequest({ status: 'INACTIVE' })
  expect((await ada.call(walletUpgrades.approve, { requestId: disabled.requestId })).status).toBe(200)
  expect(await walletOf(disabled.wallet.id)).toMatchObject({ tier: 2, status: 'INACTIVE' })
})

it.each([
  [{ nin: null }, 2, 'a NIN'],
  [{ bvn: null }, 2, 'a BVN'],
  [{ nin: null }, 3, 'a NIN'],
  [{ bvn: null, nin: null }, 2, 'both a BVN and a NIN'],
])(
  'API-91 EVIDENCE-06 rejects approval without the IDs of the tier: %j for tier %i',
  async (missing, requested_tier, lacks) => {
    const { wallet, requestId } = await aRequest({ account_name: 'Chidi Okafor', ...missing }, { requested_tier })
    expect(await ada.call(walletUpgrades.approve, { requestId })).toMatchObject({
      status: 422,
      code: 'refused',
      message: `Tier ${requested_tier} needs ${lacks}, which the wallet of Chidi Okafor does not have`,
    })
    const { data } = await ada.call(walletUpgrades.list, { walletId: wallet.id })
    expect(data.upgrades).toMatchObject([
      { hindrance: `Tier ${requested_tier} needs ${lacks}, which the wallet of Chidi Okafor does not have` },
    ])
    expect(await walletOf(wallet.id)).toMatchObject({ tier: 1 })
    expect(await requestOf(wallet.id)).toMatchObject({ status: 'PENDING' })
  },
)

it('lets one of ten concurrent operators decide and names that operator to the others', async () => {
  const { wallet, requestId } = await aRequest()
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      n % 2 === 0
        ? ada.call(walletUpgrades.approve, { requestId })
        : bola.call(walletUpgrades.reject, { requestId, reason: 'No' }),
    ),
  )
  const accepted = replies.filter((reply) => reply.status === 200)
  expect(accepted).toHaveLength(1)
  for (const rejected of replies.filter((reply) => reply.status !== 200)) {
    expect(rejected.status).toBe(409)
    expect(rejected.message).toMatch(/^(Adaeze|Bola) Okonkwo already (approved|rejected) this tier upgrade request on /)
  }
  const approved = accepted[0]?.message.includes('now at tier 2')
  expect((await walletOf(wallet.id)).tier).toBe(approved ? 2 : 1)
  expect(await app.db.selectFrom('audit').select('id').where('record_id', '=', requestId).execute()).toHaveLength(1)
})

it("returns 404 for unknown IDs and IDs of the other mode, and rejects an auditor's decision", async () => {
  const other = await aWallet(app.db, await aMerchant(app.db, { mode: 'SANDBOX' }), papers)
  const { id } = await aWalletUpgrade(app.db, other)
  for (const requestId of [uuidv7(), 'x', id]) {
    expect((await ada.call(walletUpgrades.approve, { requestId })).status).toBe(404)
    expect((await ada.call(walletUpgrades.reject, { requestId, reason: 'x' })).status).toBe(404)
  }
  const auditor = await app.signIn({ role: 'AUDITOR' })
  const { requestId } = await aRequest()
  expect((await auditor.call(walletUpgrades.list, {})).status).toBe(200)
  expect((await auditor.call(walletUpgrades.approve, { requestId })).status).toBe(403)
  expect((await auditor.call(walletUpgrades.reject, { requestId, reason: 'x' })).status).toBe(403)
})

it('rejects reopening a decided request in the database', async () => {
  const { requestId } = await aRequest({}, { status: 'COMPLETED' })
  const reopen = app.db.updateTable('wallet_upgrade').set({ status: 'PENDING' }).where('id', '=', requestId).execute()
  await expect(reopen).rejects.toThrow('status of wallet_upgrade cannot go from COMPLETED to PENDING')
})
