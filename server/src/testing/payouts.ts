import { randomInt } from 'node:crypto'
import { type Mode, modeOfRow } from '@kobo/contract/kit/mode'
import type { Database } from '../db/database.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { submitPayout } from '../engine/payouts/submit-payout.ts'
import { openMerchantAccount } from '../ledger/accounts.ts'
import { post } from '../ledger/ledger.ts'
import { providerAccount } from '../ledger/provider-accounts.ts'
import { recordTransaction } from '../ledger/transactions.ts'
import { newWebhookSecret, closeWebhookSecret } from '../rails/webhooks.ts'
import type { Seal } from '../seal.ts'
import { uuidv7 } from '../uuid.ts'
import { aMerchant } from './factories.ts'

/** Creates a merchant whose own wallet is funded with this amount through the ledger. */
export async function aFundedMerchant(db: Database, amountKobo: bigint, mode: Mode = 'PRODUCTION') {
  const merchant = await aMerchant(db, { mode, verified: 'ACCEPTED', status: 'ACTIVE' })
  const now = new Date()
  await db.transaction().execute(async (transaction) => {
    await openMerchantAccount(transaction, { mode, merchantId: merchant.id, accountName: merchant.business_name, now })
    const account = await ownAccount(transaction, merchant.id)
    const id = uuidv7(now.getTime())
    const reference = `OPENING-${id.toUpperCase()}`
    await recordTransaction(transaction, {
      id,
      mode,
      reference,
      scope: 'MERCHANT',
      merchant_id: merchant.id,
      account_id: account.id,
      type: 'CREDIT',
      category: 'BANK_FUNDING',
      status: 'SUCCESS',
      amount_kobo: amountKobo,
      created_at: now.toISOString(),
      paid_at: now.toISOString(),
      response_code: '00',
    })
    await post(transaction, {
      mode,
      kind: 'COLLECTION',
      reference,
      transactionId: id,
      merchantId: merchant.id,
      at: now,
      lines: [
        { accountId: account.id, amountKobo, transactionId: id },
        { accountId: providerAccount(mode, 'FLOAT_NIP'), amountKobo: -amountKobo },
      ],
    })
  })
  return merchant
}

export async function ownAccount(db: Database, merchantId: string) {
  return await db
    .selectFrom('account')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('kind', '=', 'MERCHANT')
    .executeTakeFirstOrThrow()
}

/** Sets a merchant's webhook endpoint and returns its signing secret. */
export async function withEndpoint(db: Database, seal: Seal, merchantId: string, url: string): Promise<string> {
  const secret = newWebhookSecret()
  await db
    .insertInto('webhook_endpoint')
    .values({ merchant_id: merchantId, url, sealed_secret: closeWebhookSecret(seal, merchantId, secret) })
    .execute()
  return secret
}

/** Returns the webhook events of a merchant, oldest first. */
export async function eventsOf(db: Database, merchantId: string) {
  const events = db.selectFrom('webhook_event').select('body').where('merchant_id', '=', merchantId)
  const rows = await events.orderBy('created_at').orderBy('id').execute()
  return rows.map(({ body }) => JSON.parse(body) as { event: string; data: object })
}

export interface OrderFields {
  merchant: { id: string; mode: string }
  amountKobo?: bigint
  /** Account number whose last three digits select the simulated switch's behaviour. */
  accountNumber?: string
  reference?: string
  /** Seconds until the payout is sent. */
  afterSeconds?: number
}

/** Submits a payout from a merchant's own wallet to an account at another bank. */
export async function aPayout(db: Database, jobs: Jobs, fields: OrderFields): Promise<string> {
  const { merchant, amountKobo = 250_000n, accountNumber = '0123456900' } = fields
  const { transactionId } = await db.transaction().execute((transaction) =>
    submitPayout(transaction, jobs, {
      mode: modeOfRow(merchant),
      merchantId: merchant.id,
      walletId: null,
      amountKobo,
      beneficiary: { name: 'Chidi Okafor', accountNumber, bankCode: '058' },
      narration: 'Invoice 204',
      reference: fields.reference ?? `KBO-${Date.now()}-${randomInt(1e9)}`,
      ...(fields.afterSeconds !== undefined && { afterSeconds: fields.afterSeconds }),
      at: new Date(),
    }),
  )
  return transactionId
}

/** Polls until `read` returns something; throws after `withinMs`. */
export async function eventually<T>(read: () => Promise<T | undefined | null | false>, withinMs = 15_000): Promise<T> {
  for (const end = Date.now() + withinMs; Date.now() < end; ) {
    const found = await read()
    if (found !== undefined && found !== null && found !== false) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`Condition not met within ${withinMs} ms`)
}
