import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import sharp from 'sharp'
import { newReference } from '@kobo/server/engine/reference'
import { newSessionId } from '@kobo/server/rails/session-id'
import { banks } from '@kobo/server/rails/banks'
import { reencodeImage } from '@kobo/server/rails/reencode-image'
import { openWebhookSecret } from '@kobo/server/rails/webhooks'
import { makeSeal } from '@kobo/server/seal'
import { serverRoot } from '@kobo/server/server-folder'
import { readSettings, secretsOf } from '@kobo/server/settings'
import { type Database, openDatabase } from '@kobo/server/db/database'
import { callSigned } from './partners.ts'
import { pickFrom, someAccountNumber, someName } from './traffic-accounts.ts'
import { untilAcknowledged } from './until-acknowledged.ts'

/**
 * Makes signed calls to a demo until it receives SIGTERM: payouts, batches, collections, transfers, requests for cards, purchases by
 * card, and uploads of images. Each is repeated with its own reference until it is acknowledged, as a merchant's system does, and
 * then printed as one line of JSON.
 */

const { values } = parseArgs({
  options: { url: { type: 'string', multiple: true, default: [] }, pause: { type: 'string', default: '100' } },
})
const urls = values.url
const pauseMs = Number(values.pause)
const settings = readSettings(process.env, dirname(serverRoot()))
const seal = makeSeal(secretsOf(settings))
const stopping = new AbortController()
process.on('SIGTERM', () => stopping.abort())

interface Caller {
  id: string
  secret: string
}

interface Merchant extends Caller {
  /** Permanent account that receives collections. */
  accountNumber: string
}

interface Call {
  path: string
  body: Record<string, unknown>
  secret: string
  merchantId?: string
}

/** Returns the data of the reply, or null if the call was refused. */
async function untilAnswered({ path, body, secret, merchantId }: Call): Promise<Record<string, unknown> | null> {
  const headers: Record<string, string> = merchantId === undefined ? {} : { 'merchant-id': merchantId }
  const attempt = (count: number) => callSigned(urls[count % urls.length] ?? '', path, body, { secret, headers })
  return await untilAcknowledged(attempt, stopping.signal).catch((error: unknown) => {
    process.stderr.write(`${path} was refused: ${String(error)}\n`)
    return null
  })
}

/** `id` is the record that the reply names, `sha256` that of the file which it stores. */
function acknowledged(kind: string, reference: string, id: unknown, sha256?: string): void {
  process.stdout.write(`${JSON.stringify({ at: Date.now(), kind, reference, id, sha256 })}\n`)
}

/** Merchants whose calls are accepted. */
const callers = (db: Database) =>
  db
    .selectFrom('merchant')
    .innerJoin('webhook_endpoint', 'webhook_endpoint.merchant_id', 'merchant.id')
    .select(['merchant.id', 'webhook_endpoint.sealed_secret'])
    .where('merchant.mode', '=', 'PRODUCTION')
    .where('merchant.status', '=', 'ACTIVE')
    .where(sql<boolean>`merchant.frozen_scopes = '{}'`)

const callerOf = ({ id, sealed_secret }: { id: string; sealed_secret: string }): Caller => ({
  id,
  secret: openWebhookSecret(seal, { merchant_id: id, sealed_secret }),
})

/** The merchants with the highest balances, each with a permanent account that it opens. */
async function openMerchants(db: Database): Promise<Merchant[]> {
  const rows = await callers(db)
    .innerJoin('account', 'account.merchant_id', 'merchant.id')
    .where('account.kind', '=', 'MERCHANT')
    .orderBy('account.available_kobo', 'desc')
    .limit(6)
    .execute()
  const merchants: Merchant[] = []
  for (const row of rows) {
    const { id, secret } = callerOf(row)
    const body = { reference: newReference(new Date()), accountName: someName() }
    const opened = await untilAnswered({ path: 'merchants/accounts', body, secret, merchantId: id })
    const accountNumber = opened?.['accountNumber']
    if (typeof accountNumber !== 'string') continue
    merchants.push({ id, secret, accountNumber })
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
async function ask(merchant: Caller, kind: string, path: string, body: Record<string, unknown>): Promise<void> {
  const reference = `${kind === 'batch' ? 'BULK' : 'DRILL'}-${newReference(new Date())}-${randomInt(1_000_000)}`
  const call = {
    path: `merchants/${path}`,
    body: { reference, ...body },
    secret: merchant.secret,
    merchantId: merchant.id,
  }
  const reply = await untilAnswered(call)
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

interface Mover extends Caller {
  walletId: string
}

/** Merchants with wallets and the highest balances. */
async function readMovers(db: Database): Promise<Mover[]> {
  const rows = await callers(db)
    .innerJoin('account', 'account.merchant_id', 'merchant.id')
    .innerJoin('wallet', 'wallet.merchant_id', 'merchant.id')
    .select('wallet.id as walletId')
    .where('account.kind', '=', 'MERCHANT')
    .where('wallet.status', '=', 'ACTIVE')
    .orderBy('account.available_kobo', 'desc')
    .limit(6)
    .execute()
  return rows.map((row) => ({ ...callerOf(row), walletId: row.walletId }))
}

async function move({ walletId, ...caller }: Mover): Promise<void> {
  await ask(caller, 'move', 'moves', { fromWalletId: null, toWalletId: walletId, amount: randomInt(1, 9) })
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
  const reply = await untilAnswered({ path: 'collections', body, secret: settings.railsSecret ?? '' })
  if (reply?.['outcome'] === 'CREDITED') acknowledged('collection', `COL-${sessionId}`, reply['transactionId'])
}

/** Merchants that may issue cards. */
async function readIssuers(db: Database): Promise<Caller[]> {
  return (await callers(db).where('is_card_enabled', '=', true).limit(6).execute()).map(callerOf)
}

async function requestCards(issuer: Caller): Promise<void> {
  const holders = [{ name: someName().slice(0, 26).trim() }, { name: someName().slice(0, 26).trim() }]
  await ask(issuer, 'card batch', 'card-batches', { type: 'VIRTUAL', holders })
}

/** Tokens of cards with the highest balances behind them. */
async function readCards(db: Database): Promise<string[]> {
  const rows = await callers(db)
    .innerJoin('card', 'card.merchant_id', 'merchant.id')
    .innerJoin('account', 'account.id', 'card.account_id')
    .select('card.token')
    .where('card.status', '=', 'ACTIVE')
    .where('card.expires_on', '>', sql<string>`current_date`)
    .orderBy('account.available_kobo', 'desc')
    .limit(10)
    .execute()
  return rows.map(({ token }) => token)
}

/** A purchase is found by its acceptor: our transactions do not have the scheme's reference. */
async function useCard(cardToken: string): Promise<void> {
  const reference = randomUUID()
  const amountKobo = String(randomInt(10_000, 90_000))
  const purchase = { mode: 'PRODUCTION', reference, cardToken, amountKobo, acceptor: `Drill ${reference}` }
  const secret = settings.schemeSecret ?? ''
  for (const [kind, message] of [
    ['authorisation', 'authorise'],
    ['clearing', 'clear'],
  ] as const) {
    const body = { ...purchase, messageId: randomUUID() }
    const reply = await untilAnswered({ path: `cards/${message}`, body, secret })
    if (!reply || reply['outcome'] === 'DECLINED') return
    acknowledged(kind, reference, reply['transactionId'])
  }
}

interface Conversation {
  disputeId: string
  merchant: Caller
}

async function readConversations(db: Database): Promise<Conversation[]> {
  const rows = await callers(db)
    .innerJoin('dispute', 'dispute.merchant_id', 'merchant.id')
    .select('dispute.id as disputeId')
    .where('dispute.conversation', '=', 'ENABLED')
    .limit(10)
    .execute()
  return rows.map((row) => ({ disputeId: row.disputeId, merchant: callerOf(row) }))
}

/** Uploads an image that is like no other; what is stored is encoded anew. */
async function uploadImage({ disputeId, merchant }: Conversation): Promise<void> {
  const raw = { width: 48, height: 48, channels: 3 } as const
  const image = await sharp(randomBytes(raw.width * raw.height * raw.channels), { raw })
    .png()
    .toBuffer()
  const folder = await mkdtemp(join(tmpdir(), 'kobo-drill-'))
  try {
    const path = join(folder, 'receipt.png')
    await writeFile(path, image)
    await reencodeImage(path)
    const sha256 = createHash('sha256')
      .update(await readFile(`${path}.reencoded`))
      .digest('hex')
    const attachments = [{ name: 'receipt.png', content: image.toString('base64') }]
    const reference = `DRILL-${newReference(new Date())}-${randomInt(1_000_000)}`
    const body = { reference, disputeId, subject: reference, message: 'The receipt', attachments }
    const { id: merchantId, secret } = merchant
    const reply = await untilAnswered({ path: 'merchants/disputes/replies', body, secret, merchantId })
    if (reply) acknowledged('image', reference, reply['messageId'], sha256)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Repeats the call of any of these; a demo may have none. */
async function repeatAny<T>(ones: readonly T[], work: (one: T) => Promise<void>, betweenMs: number): Promise<void> {
  if (ones.length === 0) process.stderr.write(`Nobody can make the call of ${work.name}\n`)
  await repeat(async () => {
    const one = pickFrom(ones)
    if (one !== undefined) await work(one)
  }, betweenMs)
}

const database = openDatabase(process.env['DATABASE_URL'] ?? '', { max: 2, applicationName: 'kobo-console load' })
const merchants = await openMerchants(database.db)
const movers = await readMovers(database.db)
const issuers = await readIssuers(database.db)
const cards = await readCards(database.db)
const conversations = await readConversations(database.db)
await database.close()
if (merchants.length === 0) throw new Error('No merchant of this demo can make these calls')
await Promise.all([
  repeatAny(merchants, payOut, pauseMs),
  repeatAny(merchants, payOut, pauseMs),
  repeatAny(merchants, collect, pauseMs),
  repeatAny(merchants, collect, pauseMs),
  repeatAny(movers, move, pauseMs),
  repeatAny(merchants, uploadBatch, 10_000),
  repeatAny(issuers, requestCards, 2_000),
  repeatAny(cards, useCard, 1_000),
  repeatAny(conversations, uploadImage, 3_000),
])
