import { sql } from 'kysely'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { storedResponse } from '../rails/stored-response.ts'
import { serverRoot } from '../server-folder.ts'
import { aDatabase } from '../testing/database.ts'
import { aMerchant, aPayoutLog, aTransaction } from '../testing/factories.ts'
import { readMigrations } from './migrations-folder.ts'

const database = await aDatabase()
const { db, pool } = database
afterAll(() => database.close())

const bvn = '22123456789'
const raw = {
  sessionId: '000023261120120000000000000007',
  responseCode: '00',
  accountName: `ADA OBI ${bvn}`,
  message: `${'😀'.repeat(190)} 221 2345 6789 of another person`,
  amountKobo: '22123456789',
  feeKobo: 'none',
  bvn,
  kycLevel: '3',
  customer: { nin: '61234567890' },
  card: { scheme: 'Visa', lastFour: '4242', pan: '4111111111111111' },
  reference: Number(bvn),
  [bvn]: 'by name',
}

/** Redacts the responses that an older release stored, as the migration does. */
async function redact() {
  const found = (await readMigrations(join(serverRoot(), 'src/db/migrations'))).find(({ name }) =>
    name.endsWith('provider_responses_redacted'),
  )
  await pool.query(`begin; ${found?.sql}; commit`)
}

it('redacts stored responses of an older release once with one audit row and stays append-only', async () => {
  const payout = await aTransaction(db, await aMerchant(db))
  const log = async (category: string, response: object | null) => {
    const row = { category, response: response && JSON.stringify(response) }
    return (await aPayoutLog(db, payout, row)).id
  }
  const [enquiry, clean, nothing, webhook] = [
    await log('TRANSFER_INIT', raw),
    await log('FUND_SUCCESS', { responseCode: '00', sessionId: raw.sessionId, feeKobo: '2688' }),
    await log('FUND_PENDING', null),
    await log('TRANSFER_WEBHOOK', { status: 200, problem: null, text: `${'x'.repeat(500)} ${bvn}`, ms: 7 }),
  ]
  const responseOf = async (id: string) => {
    return (await db.selectFrom('payout_log').select('response').where('id', '=', id).executeTakeFirstOrThrow())
      .response
  }
  const before = await responseOf(clean)
  const audits = () => db.selectFrom('audit').selectAll().where('action', '=', 'payout-log.redact').execute()
  await redact()

  expect(await responseOf(enquiry)).toEqual(
    storedResponse(raw, {
      sessionId: 'text',
      responseCode: 'text',
      accountName: 'text',
      message: 'text',
      reference: 'text',
      amountKobo: 'amount',
      feeKobo: 'amount',
      card: { scheme: 'text', lastFour: 'text' },
    }),
  )
  expect(JSON.stringify(await responseOf(enquiry))).not.toMatch(/6123|4111|kycLevel":"3|BVN|2345 6789/)
  expect(await responseOf(clean)).toEqual(before)
  expect(await responseOf(nothing)).toBeNull()
  expect(await responseOf(webhook)).toEqual({
    status: 200,
    problem: null,
    text: `${'x'.repeat(500)} [redacted]`,
    ms: 7,
  })
  expect(await audits()).toMatchObject([
    { staff_id: null, record_type: 'payout-log', after: { payoutLogs: 2, webhookAttempts: 0 } },
  ])

  await redact()
  expect(await audits()).toHaveLength(1)
  await expect(sql`update payout_log set response = null`.execute(db)).rejects.toThrow('permission denied')
  const asOwner = pool.query('grant update on payout_log to current_user; update payout_log set response = null')
  await expect(asOwner).rejects.toThrow('never changed or deleted')
})
