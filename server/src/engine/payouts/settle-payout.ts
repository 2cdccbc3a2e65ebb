import { naira } from '@kobo/contract/kit/naira'
import type { Transaction } from '../../db/database.ts'
import { post, settle } from '../../ledger/ledger.ts'
import { providerAccount } from '../../ledger/provider-accounts.ts'
import { moveTransaction } from '../../ledger/transactions.ts'
import type { Exchange } from '../../rails/switch.ts'
import { followPayout } from '../bulk/follow-payout.ts'
import { customerAccount } from '../customer-account.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { nairaText } from '../naira-text.ts'
import { logOf, writeTrail } from '../trail.ts'
import { queueWebhook } from '../webhooks/queue-webhook.ts'
import { chargesOf, floatOf, modeOfPayout, type Payout, routeOf } from './payout.ts'

interface Settlement {
  /** The answer that approved it; none when an operator decided. */
  exchange: Exchange | null
  /** Why the money counts as gone. */
  sentence: string
  at: Date
}

/** Posts what a pending, locked payout has held: the money has left. */
export async function settlePayout(
  db: Transaction,
  jobs: Jobs,
  payout: Payout,
  { exchange, sentence, at }: Settlement,
): Promise<void> {
  const { id, merchant_id: merchantId, amount_kobo: amountKobo } = payout
  const mode = modeOfPayout(payout)
  const account = await customerAccount(db, { merchantId, walletId: payout.wallet_id })
  if (!account) throw new Error(`The account of payout ${payout.reference} is gone`)
  await settle(db, {
    mode,
    kind: 'PAYOUT',
    reference: payout.reference,
    transactionId: id,
    merchantId,
    at,
    lines: [
      { accountId: account.id, amountKobo: -(amountKobo + chargesOf(payout)), transactionId: id },
      { accountId: providerAccount(mode, floatOf(payout)), amountKobo },
      { accountId: providerAccount(mode, 'FEE_INCOME'), amountKobo: payout.fee_kobo },
      { accountId: providerAccount(mode, 'VAT_PAYABLE'), amountKobo: payout.vat_kobo },
      { accountId: providerAccount(mode, 'STAMP_DUTY_PAYABLE'), amountKobo: payout.stamp_duty_kobo },
    ],
  })
  const costKobo = exchange?.feeKobo ?? 0n
  await postProviderCost(db, payout, costKobo, at)
  const code = exchange?.code ?? null
  if (!(await moveTransaction(db, payout, 'SUCCESS', { paid_at: at.toISOString(), response_code: code }))) {
    throw new Error(`Payout ${payout.reference} moved while it was locked`)
  }
  await followPayout(db, payout, { status: 'SUCCESS' })
  const fees = { fee: naira(payout.fee_kobo), vat: naira(payout.vat_kobo), stampDuty: naira(payout.stamp_duty_kobo) }
  await writeTrail(db, payout, at, [
    { category: 'FUND_SUCCESS', log: exchange ? logOf(exchange) : {}, sentence },
    {
      category: 'PROVIDER_CHARGES_SETTLEMENT',
      log: { code, request: { route: routeOf(payout), charge: naira(costKobo) } },
      sentence: `${nairaText(costKobo)} settled with ${routeOf(payout)}`,
    },
    {
      category: 'COMMISSION_CHARGE_ON_PROVIDER',
      log: { code, request: fees },
      sentence: `${nairaText(chargesOf(payout))} charged, of which ${nairaText(payout.fee_kobo)} commission`,
    },
    {
      category: 'TRANSFER_SUCCESSFUL',
      log: { code, request: { amount: naira(amountKobo), sessionId: payout.session_id } },
      sentence: `${nairaText(amountKobo)} transferred to ${payout.beneficiary_name ?? 'the beneficiary'}`,
    },
  ])
  const done = { ...payout, status: 'SUCCESS', paid_at: at.toISOString(), response_code: code }
  await queueWebhook(db, jobs, done, 'transfer.success', new Date(at.getTime() + 10))
}

/** Posts what the switch takes for a transfer, once. */
export async function postProviderCost(db: Transaction, payout: Payout, costKobo: bigint, at: Date): Promise<void> {
  if (costKobo === 0n || (await isPosted(db, payout.id, 'PROVIDER_COST'))) return
  const mode = modeOfPayout(payout)
  await post(db, {
    mode,
    kind: 'PROVIDER_COST',
    reference: payout.reference,
    transactionId: payout.id,
    merchantId: payout.merchant_id,
    at,
    lines: [
      { accountId: providerAccount(mode, 'PROVIDER_COST'), amountKobo: -costKobo },
      { accountId: providerAccount(mode, floatOf(payout)), amountKobo: costKobo },
    ],
  })
}

/** Whether a kind of posting was made for a transaction. */
export async function isPosted(db: Transaction, transactionId: string, kind: 'PROVIDER_COST' | 'COMPENSATION') {
  const found = await db
    .selectFrom('transfer')
    .select('id')
    .where('transaction_id', '=', transactionId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return found !== undefined
}
