import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sha256Hex } from '@kobo/server/http/signature'
import { openFiles } from '@kobo/server/rails/files'
import { openFolderStore } from '@kobo/server/rails/folder-store'
import { aDatabase, type TestDatabase } from '@kobo/server/testing/database'
import { testBuilding } from './testing/building.suite.ts'
import { testCards } from './testing/cards.suite.ts'
import { testCollections } from './testing/collections.suite.ts'
import { testDocuments } from './testing/documents.suite.ts'
import { testLedger } from './testing/ledger.suite.ts'
import { testMerchants } from './testing/merchants.suite.ts'
import { testNotifications } from './testing/notifications.suite.ts'
import { testPayouts } from './testing/payouts.suite.ts'
import { testServices } from './testing/services.suite.ts'
import { testSettlements } from './testing/settlements.suite.ts'
import { testStaff } from './testing/staff.suite.ts'
import { testTransactions } from './testing/transactions.suite.ts'
import { testWallets } from './testing/wallets.suite.ts'
import { testWork } from './testing/work.suite.ts'
import { buildWorld, dropWorld, now, seal } from './testing/world.ts'
import { fillDemoWorld } from './fill.ts'

// Building the world takes far longer than reading it, so one file builds it for all suites.
describe('demo world', () => {
  beforeAll(buildWorld, 600_000)
  afterAll(dropWorld)

  testBuilding()
  testMerchants()
  testWallets()
  testStaff()
  testDocuments()
  testTransactions()
  testPayouts()
  testCards()
  testCollections()
  testSettlements()
  testServices()
  testNotifications()
  testWork()
  testLedger()
})

describe('fillDemoWorld', () => {
  it('leaves no rows when interrupted and builds the same world when restarted', async () => {
    const other = await aDatabase()
    const otherFolder = await mkdtemp(join(tmpdir(), 'kobo-demo-'))
    const otherFiles = openFiles({ store: openFolderStore(otherFolder), seal, publicPath: '/api/files' })
    const uncut = await aDatabase()
    const small = { files: otherFiles, seal, now, transactions: 10_000 }
    try {
      const cutOff = fillDemoWorld({
        ...small,
        database: other,
        now: new Date(now.getTime() - 3_600_000),
        onProgress: ({ what }) => {
          if (what === 'wallet') throw new Error('the power went')
        },
      })
      await expect(cutOff).rejects.toThrow('the power went')
      for (const table of ['staff', 'merchant', 'file', 'partner', 'account'] as const) {
        const left = await other.db.selectFrom(table).select(sql<number>`count(*)::int`.as('n')).executeTakeFirst()
        expect(left?.n, table).toBe(0)
      }
      await Promise.all([fillDemoWorld({ ...small, database: other }), fillDemoWorld({ ...small, database: other })])
      await fillDemoWorld({ ...small, database: uncut })
      for (const table of [
        'merchant',
        'wallet',
        'account',
        'virtual_account',
        'checkout',
        'payment_link',
        'transaction',
        'transfer',
        'hold',
        'count_month',
        'scheduled_payout',
        'recurring_run',
      ]) {
        expect(await printOf(table, other), table).toEqual(await printOf(table, uncut))
      }
      const documents = await other.db.selectFrom('file').selectAll().execute()
      for (const file of documents) expect(sha256Hex(await buffer(await otherFiles.read(file)))).toBe(file.sha256)
    } finally {
      await other.close()
      await uncut.close()
      await rm(otherFolder, { recursive: true })
    }
  }, 600_000)
})

/** Returns a digest of a table's rows, without sealed numbers, which differ each time; their hashes do not. */
async function printOf(table: string, database: TestDatabase): Promise<unknown> {
  const print = sql`
    select count(*), md5(string_agg(md5(line), '' order by line)) from (
      select (to_jsonb(t) - '{sealed_bvn,sealed_nin,sealed_identity_number}'::text[])::text as line from ${sql.table(table)} as t
    ) as lines`
  return (await print.execute(database.db)).rows
}
