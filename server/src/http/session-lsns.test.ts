import { merchants } from '@kobo/contract/merchants'
import { transactions } from '@kobo/contract/transactions'
import { watches } from '@kobo/contract/watches'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { formatLsn, type Lsn, readPrimary } from '../db/lsn.ts'
import { openReplicas, type Reads } from '../db/replicas.ts'
import { type Client, startApp, type TestApp } from '../testing/app.ts'
import { aDatabase, type TestDatabase } from '../testing/database.ts'
import { aMerchant, aTransaction } from '../testing/factories.ts'

let app: TestApp
/** Stands in for a replica that has received nothing: what it serves lacks every merchant. */
let empty: TestDatabase
let reads: Reads
let replayed: Lsn
let merchantId: string

beforeAll(async () => {
  empty = await aDatabase()
  app = await startApp({
    reads: (db) => {
      const primary = { db, state: () => readPrimary(db) }
      const state = async () => {
        const { timeline, system } = await primary.state()
        return { inRecovery: true, replayed, ended: 0n, timeline, system }
      }
      const replica = { name: 'replica', db: empty.db, state, hasCommitted: async () => false }
      reads = openReplicas({ primary, replicas: [replica], maxLagMs: 60_000, onChange: () => {}, checkMs: 0 })
      return reads
    },
  })
  merchantId = (await aMerchant(app.db)).id
})
afterAll(async () => {
  await app.close()
  await empty.close()
})

/** Lets the replica replay everything that the primary has. */
async function catchUp() {
  replayed = (await readPrimary(app.db)).lsn
  await reads.check()
}

const servedBy = async (client: Client, headers: Record<string, string> = {}) => {
  const { data } = await client.call(merchants.list, { page: 1, size: 20 }, { headers })
  return data.totalRecords === 0 ? 'replica' : 'primary'
}
const watch = (client: Client) =>
  client.call(watches.change, { recordType: 'merchant', recordId: merchantId, isWatching: true })

describe('lists of a session', () => {
  beforeEach(catchUp)

  it('are served by a replica, after its own writes only by one that has replayed them', async () => {
    const ada = await app.signIn()
    expect(await servedBy(ada)).toBe('replica')
    expect((await watch(ada)).status).toBe(200)
    expect(await servedBy(ada)).toBe('primary')
    const bisi = await app.signIn({ firstName: 'Bisi' })
    expect(await servedBy(bisi)).toBe('replica')
    await catchUp()
    expect(await servedBy(ada)).toBe('replica')
  })

  it('do not go back behind a record, nor behind an error, that the session has seen', async () => {
    const ada = await app.signIn()
    await aMerchant(app.db)
    expect(await servedBy(ada)).toBe('replica')
    expect((await ada.call(merchants.info, { merchantId })).status).toBe(200)
    expect(await servedBy(ada)).toBe('primary')
    await catchUp()
    expect(await servedBy(ada)).toBe('replica')
    await aMerchant(app.db)
    expect(
      (await ada.call(watches.change, { recordType: 'merchant', recordId: 'none', isWatching: true })).status,
    ).toBe(404)
    expect(await servedBy(ada)).toBe('primary')
  })

  it('know on every server what the session wrote, and by a cookie what it read', async () => {
    const ada = await app.signIn()
    await watch(ada)
    const stored = app.db.selectFrom('session').select('read_after').where('id', '=', ada.credentials.sessionId)
    expect(await stored.executeTakeFirst()).toEqual({ read_after: expect.stringMatching(/^[\dA-F]+\/[\dA-F]+$/) })
    const bisi = await app.signIn({ firstName: 'Bisi' })
    const session = `kobo_session=${bisi.credentials.cookie}`
    await catchUp()
    const behind = formatLsn(replayed + 1n)
    expect(await servedBy(bisi, { cookie: `${session}; kobo_read=${encodeURIComponent(behind)}` })).toBe('primary')
    const { headers } = await app.signIn().then((client) => client.call(merchants.info, { merchantId }))
    expect(headers.get('set-cookie')).toMatch(
      /^kobo_read=[\dA-F]+%2F[\dA-F]+; Max-Age=9; Path=\/; HttpOnly; SameSite=Strict$/,
    )
  })

  it('are read on the primary where the record that they are of is missing on the replica', async () => {
    const merchant = await aMerchant(app.db)
    const { id: transactionId } = await aTransaction(app.db, merchant)
    await catchUp()
    const ada = await app.signIn()
    expect(await servedBy(ada)).toBe('replica')
    expect((await ada.call(transactions.logs, { transactionId, page: 1, size: 20 })).status).toBe(200)
  })

  it('ignore a cookie that is no LSN', async () => {
    const ada = await app.signIn()
    for (const value of ['', 'x', '1%2F2%2F3', 'FFFFFFFFFF%2F0']) {
      const cookie = `kobo_session=${ada.credentials.cookie}; kobo_read=${value}`
      expect(await servedBy(ada, { cookie })).toBe('replica')
    }
  })
})
