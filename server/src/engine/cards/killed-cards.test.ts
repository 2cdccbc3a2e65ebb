import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { transact } from '../../db/transact.ts'
import { faultCounts, verifyLedger } from '../../ledger/verify.ts'
import { aDatabase } from '../../testing/database.ts'
import { aCard, schemeMessage } from '../../testing/issued-cards.ts'
import { killWorker, startWorker, throughKills } from '../../testing/killable-worker.ts'
import { byDepth } from '../../testing/property-runs.ts'
import { aFundedMerchant, eventually } from '../../testing/payouts.ts'
import { authorisePurchase } from './authorise-purchase.ts'
import { clearPurchase } from './clear-purchase.ts'

const kills = byDepth({ sample: 3, full: 8 })
const perRound = 25

it(`releases each hold once and pays the scheme once a day while the worker is killed ${kills} times`, {
  timeout: 300_000,
}, async () => {
  const database = await aDatabase()
  const { db } = database
  const { id: merchantId } = await aFundedMerchant(db, 100_000_000n)
  const card = await aCard(db, { mode: 'PRODUCTION', merchantId, walletId: null })
  const start = () => startWorker('card-worker.ts', database.url)
  const worker = await throughKills(kills, start, async () => {
    for (let one = 0; one < perRound; one++) {
      const amountKobo = BigInt(randomInt(100, 10_000))
      await transact(db, (t) => authorisePurchase(t, null, schemeMessage(card, { amountKobo })))
      if (one % 5 === 0) await transact(db, (t) => clearPurchase(t, null, schemeMessage(card, { amountKobo })))
    }
    await sleep(randomInt(5, 200))
  })
  const statuses = async () => {
    const rows = await db.selectFrom('card_purchase').select('status').execute()
    return rows.map(({ status }) => status)
  }
  await eventually(async () => !(await statuses()).includes('AUTHORISED'), 60_000)
  await killWorker(worker)
  expect((await statuses()).filter((status) => status === 'EXPIRED')).toHaveLength(kills * perRound)
  const paid = await db.selectFrom('owed_payment').select('day').execute()
  expect(paid.length).toBeGreaterThan(0)
  const { booked_kobo, available_kobo } = await db
    .selectFrom('account')
    .select(['booked_kobo', 'available_kobo'])
    .where('id', '=', card.account_id)
    .executeTakeFirstOrThrow()
  expect(available_kobo).toBe(booked_kobo)
  expect(faultCounts(await verifyLedger(db))).toEqual({ lost: 0, duplicated: 0, imbalance: 0, auditGaps: 0 })
  await database.close()
})
