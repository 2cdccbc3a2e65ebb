import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '@kobo/server/db/database'
import { newReference } from '@kobo/server/engine/reference'
import { newSessionId } from '@kobo/server/rails/session-id'
import { openWebhookSecret } from '@kobo/server/rails/webhooks'
import { makeSeal } from '@kobo/server/seal'
import { serverRoot } from '@kobo/server/server-folder'
import { readSettings, secretsOf, type Settings } from '@kobo/server/settings'
import { StartupError } from '@kobo/server/startup-error'
import { callSigned, openPartners, PartnerRefused } from './partners.ts'
import { runCommand } from './run-command.ts'

const usage = `Usage: npm run demo:call -- <path> '<json>'
Makes a signed call of /rails to a running demo, such as merchants/payouts, and prints the data of the reply.
$newReference and $newSessionId in the body are generated; any other $name is that field of the latest call or reply,
or a record of the demo: $walletId, $cardToken, $disputeId, $cardPaymentReference.`

const settings = readSettings(process.env, dirname(serverRoot()))
const baseUrl = `http://127.0.0.1:${settings.port}`
const fieldsFile = join(settings.dataDir, 'demo-call.json')
const fieldsSchema = z.record(z.string(), z.string())
type Fields = z.infer<typeof fieldsSchema>

const [path = '', json = ''] = process.argv.slice(2)
await runCommand(usage, /^[a-z/-]+$/.test(path) ? parse(json) : null, async (db, body) => {
  try {
    return await call(db, body)
  } catch (error) {
    throw error instanceof PartnerRefused ? new StartupError(`${error.status}: ${error.message}`) : error
  }
})

function parse(text: string): object | null {
  try {
    return z.looseObject({}).parse(JSON.parse(text))
  } catch {
    return null
  }
}

async function call(db: Database, template: object): Promise<Record<string, unknown>> {
  const fields = readFields()
  fields['merchantId'] ??= await chooseMerchant(db)
  const filled: unknown = JSON.parse(await fill(db, JSON.stringify(template), fields))
  const reply = await callSigned(baseUrl, path, z.looseObject({}).parse(filled), await signer(db, fields['merchantId']))
  for (const [name, value] of Object.entries(reply)) if (typeof value === 'string') fields[name] = value
  mkdirSync(settings.dataDir, { recursive: true })
  writeFileSync(fieldsFile, JSON.stringify(fields))
  return reply
}

function readFields(): Fields {
  try {
    return fieldsSchema.parse(JSON.parse(readFileSync(fieldsFile, 'utf8')))
  } catch {
    return {}
  }
}

/** Replaces each `$name` in a JSON text by its value and records what was generated or read. */
async function fill(db: Database, text: string, fields: Fields): Promise<string> {
  for (const [, name = ''] of text.matchAll(/\$(\w+)/g)) {
    if (name === 'newReference') fields['reference'] = fields[name] = newReference(new Date())
    else if (name === 'newSessionId') fields['sessionId'] = fields[name] = newSessionId(new Date())
    else fields[name] ??= (await demoRecord(db, name, fields['merchantId'] ?? '')) ?? ''
    if (!fields[name]) throw new StartupError(`No earlier call returned ${name}, and the demo has no such record.`)
  }
  return text.replaceAll(/\$(\w+)/g, (_, name: string) => fields[name] ?? '')
}

/** Returns the secret and headers of whoever makes this call. */
async function signer(db: Database, merchantId: string) {
  const machine: Record<string, keyof Settings & `${string}Secret`> = {
    collections: 'railsSecret',
    acquirer: 'acquirerSecret',
    cards: 'schemeSecret',
  }
  const name = machine[path.split('/')[0] ?? '']
  if (name !== undefined) return { secret: settings[name] ?? '' }
  const endpoint = await db
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .executeTakeFirstOrThrow()
  const seal = makeSeal(secretsOf(settings))
  return { secret: openWebhookSecret(seal, endpoint), headers: { 'merchant-id': merchantId } }
}

/** Chooses a merchant that can make as many calls as possible, and of these the one with the highest balance. */
async function chooseMerchant(db: Database): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select merchant.id from merchant
    join webhook_endpoint on webhook_endpoint.merchant_id = merchant.id
    join account on account.merchant_id = merchant.id and account.kind = 'MERCHANT'
    where merchant.mode = 'PRODUCTION' and merchant.status = 'ACTIVE'
    order by
      merchant.is_refund_enabled::int
        + exists (select from wallet where wallet.merchant_id = merchant.id and wallet.status = 'ACTIVE')::int
        + exists (select from dispute where dispute.merchant_id = merchant.id and conversation = 'ENABLED'
            and dispute.status not in ('RESOLVED', 'REJECTED'))::int desc,
      account.available_kobo desc
    limit 1
  `.execute(db)
  if (!rows[0]) throw new StartupError('No merchant in this database has an account: is it a demo?')
  return rows[0].id
}

async function demoRecord(db: Database, name: string, merchantId: string): Promise<string | undefined> {
  if (name === 'cardPaymentReference') return await startCardPayment(db, merchantId)
  if (name === 'walletId') {
    const account = db.selectFrom('account').select('wallet_id as value').where('kind', '=', 'WALLET')
    const richest = account.where('merchant_id', '=', merchantId).orderBy('available_kobo', 'desc')
    return (await richest.executeTakeFirst())?.value ?? undefined
  }
  if (name === 'cardToken') {
    // The scheme calls for cards of all merchants; this one can pay.
    const cards = db.selectFrom('card').innerJoin('account', 'account.id', 'account_id').select('token as value')
    const active = cards.where('status', '=', 'ACTIVE').where('card.mode', '=', 'PRODUCTION')
    return (await active.orderBy('available_kobo', 'desc').executeTakeFirst())?.value
  }
  if (name !== 'disputeId') return undefined
  const dispute = db.selectFrom('dispute').select('id as value').where('conversation', '=', 'ENABLED')
  const open = dispute.where('merchant_id', '=', merchantId).where('status', 'not in', ['RESOLVED', 'REJECTED'])
  return (await open.executeTakeFirst())?.value
}

/** Opens a checkout and starts its payment by card, as its payer would; returns the reference that the acquirer knows. */
async function startCardPayment(db: Database, merchantId: string): Promise<string | undefined> {
  const { railsSecret, schemeSecret } = settings
  const partners = openPartners({ baseUrl, db, seal: makeSeal(secretsOf(settings)), railsSecret, schemeSecret })
  const checkout = { reference: newReference(new Date()), amount: 5000, narration: 'An order' }
  const { link } = z.object({ link: z.url() }).parse(await partners.ask(merchantId, 'checkouts', checkout))
  await fetch(`${baseUrl}${new URL(link).pathname}/card`, { method: 'POST', redirect: 'manual' })
  const payment = db.selectFrom('transaction').select('reference').where('category', '=', 'CARD_PAYMENT')
  const newest = payment.where('merchant_id', '=', merchantId).orderBy('id', 'desc')
  return (await newest.executeTakeFirst())?.reference
}
