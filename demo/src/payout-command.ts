import { dirname } from 'node:path'
import { z } from 'zod'
import { sql } from 'kysely'
import type { Database } from '@kobo/server/db/database'
import { newReference } from '@kobo/server/engine/reference'
import { openWebhookSecret } from '@kobo/server/rails/webhooks'
import { makeSeal } from '@kobo/server/seal'
import { serverRoot } from '@kobo/server/server-folder'
import { readSettings, secretsOf } from '@kobo/server/settings'
import { StartupError } from '@kobo/server/startup-error'
import { runningDemo } from './partners.ts'
import { readOptions, runCommand } from './run-command.ts'

const usage =
  'Usage: npm run demo:payout -- [--amount 25000] [--to 0123456789] [--after 2] [--wallet ID | --merchant ID]\n' +
  'Submits a payout from a wallet, a merchant, or the merchant with the highest balance, in a running demo. The last digits\n' +
  'of the receiving account choose the outcome: 900 approved, 957 declined, 801 approved without a response, 802 lost, 805 no name found.'

const optionsSchema = z.strictObject({
  /** In naira. */
  amount: z.coerce.number().positive().max(1_000_000).multipleOf(0.01).default(25_000),
  to: z
    .string()
    .regex(/^\d{10}$/)
    .default('0100000900'),
  /** Seconds until the job may start. */
  after: z.coerce.number().int().min(0).max(3600).default(0),
  wallet: z.uuid().nullable().default(null),
  merchant: z.uuid().nullable().default(null),
})

await runCommand(usage, readOptions(optionsSchema), async (db, { amount, to, after, wallet, merchant: merchantId }) => {
  const merchant = await payer(db, wallet, merchantId)
  const reference = newReference(new Date())
  const { transactionId } = await runningDemo(db).ask(merchant.id, 'payouts', {
    reference,
    walletId: wallet,
    amount,
    beneficiary: { name: 'Chidi Okafor', accountNumber: to, bankCode: '058' },
    narration: 'Submitted from the terminal',
    afterSeconds: after,
  })
  const seal = makeSeal(secretsOf(readSettings(process.env, dirname(serverRoot()))))
  const webhookSecret = openWebhookSecret(seal, { merchant_id: merchant.id, sealed_secret: merchant.sealed_secret })
  return { transactionId, reference, merchantId: merchant.id, webhookSecret }
})

/** Returns the merchant of a wallet, the named one, or the one with the highest balance that is not frozen. */
async function payer(db: Database, walletId: string | null, merchantId: string | null) {
  const found = await db
    .selectFrom('account')
    .innerJoin('merchant', 'merchant.id', 'account.merchant_id')
    .innerJoin('webhook_endpoint', 'webhook_endpoint.merchant_id', 'merchant.id')
    .select(['merchant.id', 'webhook_endpoint.sealed_secret'])
    .where('account.kind', '=', walletId === null ? 'MERCHANT' : 'WALLET')
    .$if(walletId !== null, (query) => query.where('account.wallet_id', '=', walletId))
    .$if(merchantId !== null, (query) => query.where('merchant.id', '=', merchantId))
    .$if(walletId === null && merchantId === null, (query) => query.where(sql<boolean>`merchant.frozen_scopes = '{}'`))
    .where('merchant.mode', '=', 'PRODUCTION')
    .where('merchant.status', '=', 'ACTIVE')
    .orderBy('account.available_kobo', 'desc')
    .executeTakeFirst()
  if (!found) throw new StartupError('No account in this database can pay that: is it a demo?')
  return found
}
