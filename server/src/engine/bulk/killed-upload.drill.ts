import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { verifyLedger } from '../../ledger/verify.ts'
import { startSimulator } from '@kobo/demo/simulator/simulator'
import { someRows } from '../../testing/batches.ts'
import { byDepth } from '../../testing/property-runs.ts'
import { aDatabase } from '../../testing/database.ts'
import { aKillableServer } from '../../testing/killable-server.ts'
import { aFundedMerchant, withEndpoint } from '../../testing/payouts.ts'

const kills = byDepth({ sample: 4, full: 10 })
const items = 15_000
/** Within the time needed to receive and store so many rows. */
const withinMs = [100, 2_500] as const

it(`stores each batch of ${items} rows completely and once while the server is killed ${kills} times`, async () => {
  const database = await aDatabase()
  const { db } = database
  const simulator = await startSimulator({ databaseUrl: database.url })
  const server = aKillableServer(database, simulator.url)
  const merchant = await aFundedMerchant(db, 100_000n)
  await withEndpoint(db, server.seal, merchant.id, 'simulator:/hooks/signer')
  // All rows are invalid, so that no payout is created.
  const rows = someRows(items).map((row) => ({ ...row, accountNumber: '1' }))

  const responses: Promise<Record<string, unknown>[]>[] = []
  const end = await server.throughKills(kills, async (round) => {
    const batch = { reference: `BULK-${round}`, rows }
    responses.push(server.sendTwice((to) => to.ask(merchant.id, 'batches', batch)))
    await sleep(randomInt(...withinMs))
    return async () => {
      const stored = await db
        .selectFrom('bulk_batch')
        .leftJoin('bulk_item', 'bulk_item.batch_id', 'bulk_batch.id')
        .select((row) => [row.fn.count('bulk_item.id').as('n')])
        .groupBy('bulk_batch.id')
        .execute()
      expect(stored.map(({ n }) => Number(n))).toEqual(stored.map(() => items))
    }
  })
  const replies = (await Promise.all(responses)).flat()
  expect(server.unanswered()).toBeGreaterThan(0)
  expect(new Set(replies.map(({ batchId }) => batchId)).size).toBe(kills)
  const batches = await db.selectFrom('bulk_batch').selectAll().execute()
  expect(batches.map(({ total_items }) => total_items)).toEqual(Array.from({ length: kills }, () => items))
  expect(await verifyLedger(db)).toEqual({ lost: [], duplicated: [], imbalance: [], auditGaps: [] })
  await end()
  await simulator.close()
  await database.close()
})
