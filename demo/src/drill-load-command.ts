import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { newReference } from '@kobo/server/engine/reference'
import { newSessionId } from '@kobo/server/rails/session-id'
import { banks } from '@kobo/server/rails/banks'
import { openWebhookSecret } from '@kobo/server/rails/webhooks'
import { makeSeal } from '@kobo/server/seal'
import { serverRoot } from '@kobo/server/server-folder'
import { readSettings, secretsOf } from '@kobo/server/settings'
import { type Database, openDatabase } from '@kobo/server/db/database'
import { callSigned, PartnerRefused } from './partners.ts'
import { pickFrom, someAccountNumber, someName } from './traffic-accounts.ts'

/**
 * Makes signed calls to a demo until it receives SIGTERM: payouts, batches, collections and transfers. Each is repeated with its
 * own reference until it is acknowledged, as a merchant's system does, and then printed as one line of JSON.
 */

const { values } = parseArgs({
  options: { url: { type: 'string', multiple: true, default: [] }, pause: { type: 'string', default: '100' } },
})
const urls = values.url
const pauseMs = Number(values.pause)
const settings = readSettings(process.env, dirname(serverRoot()))
const seal = makeSeal(secretsOf(settings))
const attemptWithinMs = 20_000
const repeatMs = 250
const stopping = new AbortController()
process.on('SIGTERM', () => stopping.abort())

interface Merchant {
  id: string
  secret: string
  walletId: string | null
  /** Permanent account that receives collections. */
  accountNumber: string
}

interface Call {
  path: string
  body: Record<string, unknown>
  secret: string
  merchantId?: string
}

/** Returns the data of the reply, or null if the call was refused, which is final too. */
async function untilAcknowledged(call: Call): Promise<Record<string, unknown> | null> {
  const headers: Record<string, string> = call.merchantId === undefined ? {} : { 'merchant-id': call.merchantId }
  for (let attempt = 0; ; attempt++) {
    const url = urls[attempt % urls.length] ?? ''
    try {
      const reply = callSigned(url, call.path, call.body, { secret: call.secret, headers })
      return await Promise.race([reply, tooLate()])
    } catch (error) {
      const isFinal = error instanceof PartnerRefused && error.status < 500 && error.status !== 429
      if (isFinal) {
        process.stderr.write(`${call.path} was refused: ${error.message}\n`)
        return null
      }
      // Given up once the drill is over; what was not acknowledged may have happened or not.
      if (stopping.signal.aborted) return null
      await sleep(repeatMs)
    }
  }
}

async function tooLate(): Promise<never> {
  await sleep(attemptWithinMs, undefined, { ref: false })
  throw new Error('The call was not answered in time')
}

/** `id` is the record that the reply names. */
function acknowledged(kind: string, reference: string, id: unknown): void {
  process.stdout.write(`${JSON.stringify({ at: Date.now(), kind, reference, id })}\n`)
}

/** The merchants with the highest balances, each with a permanent account that it opens. */
async function openMerchants(db: Database): Promise<Merchant[]> {
  const rows = await db
    .selectFrom('account')
    .innerJoin('merchant', 'merchant.id', 'account.merchant_id')
    .innerJoin('webhook_endpoint', 'webhook_endpoint.merchant_id', 'merchant.id')
    .select(['merchant.id', 'webhook_endpoint.sealed_secret'])
    .where('account.kind', '=', 'MERCHANT')
    .where('merchant.mode', '=', 'PRODUCTION')
    .where('merchant.status', '=', 'ACTIVE')
    .where(sql<boolean>`merchant.frozen_scopes = '{}'`)
    .orderBy('account.available_kobo', 'desc')
    .limit(6)
    .execute()
  const merchants: Merchant[] = []
  for (const { id, sealed_secret } of rows) {
    const secret = openWebhookSecret(seal, { merchant_id: id, sealed_secret })
    const wallet = await db
      .selectFrom('wallet')
      .select('id')
      .where('merchant_id', '=', id)
      .where('status', '=', 'ACTIVE')
      .limit(1)
      .executeTakeFirst()
    const body = { reference: newReference(new Date()), accountName: someName() }
    const opened = await untilAcknowledged({ path: 'merchants/accounts', body, secret, merchantId: id })
    const accountNumber = opened?.['accountNumber']
    if (typeof accountNumber !== 'string') continue
    merchants.push({ id, secret, walletId: wallet?.id ?? null, accountNumber })
  }
  return merchants
}

async function repeat(work: () => Promise<void>, betweenMs: number): Promise<void> {
  while (!stopping.signal.aborted) {
    await work()
    await sleep(betweenMs, undefined, { signal: stopping.signal }).catch(() => {})
  }
}

/** A call of a merchant, whose reference is unique among all calls of this load. */
async function ask(merchant: Merchant, kind: string, path: string, body: Record<string, unknown>): Promise<void> {
  const reference = `${kind === 'batch' ? 'BULK' : 'DRILL'}-${newReference(new Date())}-${randomInt(1_000_000)}`
  const call = {
    path: `merchants/${path}`,
    body: { reference, ...body },
    secret: merchant.secret,
    merchantId: merchant.id,
  }
  const reply = await untilAcknowledged(call)
  if (reply) acknowledged(kind, reference, reply['transactionId'] ?? reply['batchId'] ?? reply['debitId'])
}

function someBeneficiary() {
  const bank = pickFrom(banks)
  const code = bank?.code ?? ''
  return { name: someName(), accountNumber: someAccountNumber(code), bankCode: code }
}

async function payOut(merchant: Merchant): Promise<void> {
  await ask(merchant, 'payout', 'payouts', { amount: randomInt(100, 900), beneficiary: someBeneficiary() })
}

async function uploadBatch(merchant: Merchant): Promise<void> {
  const rows = Array.from({ length: 30 }, () => {
    const { name, accountNumber, bankCode } = someBeneficiary()
    return { beneficiaryName: name, accountNumber, bankCode, amount: String(randomInt(100, 500)), narration: 'Salary' }
  })
  await ask(merchant, 'batch', 'batches', { rows })
}

async function move(merchant: Merchant): Promise<void> {
  const { walletId } = merchant
  if (walletId === null) return
  await ask(merchant, 'move', 'moves', { fromWalletId: null, toWalletId: walletId, amount: randomInt(1, 9) })
}

async function collect(merchant: Merchant): Promise<void> {
  const sessionId = newSessionId(new Date())
  const { name, accountNumber } = someBeneficiary()
  const body = {
    mode: 'PRODUCTION',
    route: 'NIP',
    sessionId,
    accountNumber: merchant.accountNumber,
    amountKobo: String(randomInt(100_000, 900_000)),
    sender: { name, accountNumber, bankCode: pickFrom(banks)?.nipCode ?? '' },
  }
  const reply = await untilAcknowledged({ path: 'collections', body, secret: settings.railsSecret ?? '' })
  if (reply?.['outcome'] === 'CREDITED') acknowledged('collection', `COL-${sessionId}`, reply['transactionId'])
}

const database = openDatabase(process.env['DATABASE_URL'] ?? '', { max: 2, applicationName: 'kobo-console load' })
const merchants = await openMerchants(database.db)
await database.close()
const any = () => {
  const merchant = pickFrom(merchants)
  if (!merchant) throw new Error('No merchant of this demo can make these calls')
  return merchant
}
await Promise.all([
  repeat(() => payOut(any()), pauseMs),
  repeat(() => payOut(any()), pauseMs),
  repeat(() => collect(any()), pauseMs),
  repeat(() => collect(any()), pauseMs),
  repeat(() => move(any()), pauseMs),
  repeat(() => uploadBatch(any()), 10_000),
])
