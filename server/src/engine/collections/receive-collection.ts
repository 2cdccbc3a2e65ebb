import { accountFeeKobo } from '@kobo/contract/kit/fee'
import type { Mode } from '@kobo/contract/kit/mode'
import { naira } from '@kobo/contract/kit/naira'
import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { chargeRates } from '../../ledger/charge-rates.ts'
import { post } from '../../ledger/ledger.ts'
import { allLevies, type Charges, type Levy, sumOf, withLevies } from '../../ledger/levies.ts'
import { providerAccount } from '../../ledger/provider-accounts.ts'
import { moveTransaction, recordTransaction } from '../../ledger/transactions.ts'
import { isAboveCeiling } from '../../ledger/wallet-rules.ts'
import type { Route } from '../../rails/switch.ts'
import { uuidv7 } from '../../uuid.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { nairaText } from '../naira-text.ts'
import { writeTrail } from '../trail.ts'
import { queueWebhook } from '../webhooks/queue-webhook.ts'
import { findReceivingAccount } from './receiving-account.ts'

/** Money that came in from another bank, as the switch tells it. */
export interface Collection {
  mode: Mode
  /** The number that was paid to: a virtual or static account's, or a wallet's own. */
  accountNumber: string
  amountKobo: bigint
  sender: { name: string; accountNumber: string; bankCode: string }
  sessionId: string
  narration: string
  route: Route
  at: Date
}

/** Nobody receives on this number: the money goes back, and nothing was written. */
export class CollectionRefusal extends Error {}

/** Credits what came in, less its charges. The same session ID twice has one effect. */
export async function receiveCollection(
  db: Transaction,
  jobs: Jobs,
  collection: Collection,
): Promise<{ transactionId: string; repeated: boolean }> {
  const { mode, amountKobo, sender, sessionId, at } = collection
  const reference = `COL-${sessionId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${mode} ${reference}`}, 0))`.execute(db)
  const earlier = await db
    .selectFrom('transaction')
    .select('id')
    .where('reference', '=', reference)
    .where('mode', '=', mode)
    .where('type', '=', 'CREDIT')
    .executeTakeFirst()
  if (earlier) return { transactionId: earlier.id, repeated: true }

  const receiver = await findReceivingAccount(db, mode, collection.accountNumber)
  if (!receiver) throw new CollectionRefusal(`Nobody receives on account ${collection.accountNumber}`)
  const { merchantId, walletId } = receiver
  const rates = await chargeRates(db, merchantId)
  const inflow = receiver.kind === 'VIRTUAL' ? rates.virtualAccounts : rates.staticAccounts.inflows
  const charges = chargesWithin(await allLevies(db), accountFeeKobo(inflow, amountKobo), amountKobo, at)
  const id = uuidv7(at.getTime())
  await recordTransaction(db, {
    id,
    mode,
    scope: walletId === null ? 'MERCHANT' : 'WALLET',
    merchant_id: merchantId,
    account_id: receiver.accountId,
    wallet_id: walletId,
    created_at: at.toISOString(),
    paid_at: at.toISOString(),
    type: 'CREDIT',
    category: 'BANK_FUNDING',
    status: 'SUCCESS',
    amount_kobo: amountKobo,
    fee_kobo: charges.feeKobo,
    vat_kobo: charges.vatKobo,
    reference,
    session_id: sessionId,
    route: collection.route,
    originator_name: sender.name,
    originator_number: sender.accountNumber,
    originator_bank_code: sender.bankCode,
    beneficiary_name: receiver.accountName,
    beneficiary_number: collection.accountNumber,
    beneficiary_bank_code: receiver.bankCode,
    narration: collection.narration,
    response_code: '00',
  })
  await post(db, {
    mode,
    kind: 'COLLECTION',
    reference,
    transactionId: id,
    merchantId,
    at,
    lines: [
      { accountId: receiver.accountId, amountKobo: amountKobo - sumOf(charges), transactionId: id },
      { accountId: providerAccount(mode, `FLOAT_${collection.route}`), amountKobo: -amountKobo },
      { accountId: providerAccount(mode, 'FEE_INCOME'), amountKobo: charges.feeKobo },
      { accountId: providerAccount(mode, 'VAT_PAYABLE'), amountKobo: charges.vatKobo },
    ],
  })
  const row = await db.selectFrom('transaction').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  if (walletId !== null && (await isAboveCeiling(db, receiver.accountId))) {
    await moveTransaction(db, row, 'SUCCESS', { alert: aboveCeiling })
  }
  const request = { sessionId, amount: naira(amountKobo), sender, accountNumber: collection.accountNumber }
  const sentence = `${nairaText(amountKobo)} received from ${sender.name}`
  await writeTrail(db, row, at, [{ category: 'FUND_SUCCESS', log: { code: '00', request }, sentence }])
  await queueWebhook(db, jobs, row, 'collection.success', new Date(at.getTime() + 1))
  return { transactionId: id, repeated: false }
}

const aboveCeiling =
  'The wallet holds more than its tier allows. Raise its tier, or agree with its holder what leaves it'

/** The charges never exceed what came in: a payment smaller than its fee pays all that it has. */
function chargesWithin(levies: readonly Levy[], feeKobo: bigint, amountKobo: bigint, at: Date): Charges {
  const of = { amountKobo, at, toAnotherBank: false }
  const whole = withLevies(levies, feeKobo, of)
  if (sumOf(whole) <= amountKobo) return whole
  return withLevies(levies, amountKobo - withLevies(levies, amountKobo, of).vatKobo, of)
}
