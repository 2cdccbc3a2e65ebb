import type { Transaction } from '../../db/database.ts'
import { post } from '../../ledger/ledger.ts'
import { providerAccount } from '../../ledger/provider-accounts.ts'
import { moveTransaction } from '../../ledger/transactions.ts'
import { responseWords } from '../../rails/response-codes.ts'
import type { Exchange } from '../../rails/switch.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { nairaText } from '../naira-text.ts'
import { logOf, writeTrail } from '../trail.ts'
import { failPayout } from './fail-payout.ts'
import { floatOf, modeOfPayout, type Payout } from './payout.ts'
import { isPosted, postProviderCost, settlePayout } from './settle-payout.ts'

/** Moves a locked payout to what the switch has said for certain, whatever it became in between. */
export async function applyAnswer(
  db: Transaction,
  jobs: Jobs,
  payout: Payout,
  answer: { outcome: 'approved' | 'refused'; exchange: Exchange; at: Date },
): Promise<void> {
  const { outcome, exchange, at } = answer
  const said = `${responseWords(exchange.code)} (${exchange.code})`
  if (payout.status === 'PENDING') {
    if (outcome === 'approved') {
      const sentence = `The switch approved it: ${said}`
      await settlePayout(db, jobs, payout, { exchange, sentence, at })
    } else {
      const sentence = `The switch refused it: ${said}`
      await failPayout(db, jobs, payout, { code: exchange.code, sentence, log: logOf(exchange), at })
    }
  } else if (payout.status === 'FAILED' && outcome === 'approved') {
    await compensate(db, payout, exchange, at)
  } else if (payout.status === 'SUCCESS') {
    if (outcome === 'approved') await postProviderCost(db, payout, exchange.feeKobo ?? 0n, at)
    else await raiseAlert(db, payout, `The switch refused this payout after it had been marked successful: ${said}`)
  }
}

/** The money has left although the payout had failed: the provider bears it until somebody has it back. */
async function compensate(db: Transaction, payout: Payout, exchange: Exchange, at: Date): Promise<void> {
  if (await isPosted(db, payout.id, 'COMPENSATION')) return
  const { amount_kobo: amountKobo } = payout
  const mode = modeOfPayout(payout)
  await post(db, {
    mode,
    kind: 'COMPENSATION',
    reference: payout.reference,
    transactionId: payout.id,
    merchantId: payout.merchant_id,
    at,
    lines: [
      { accountId: providerAccount(mode, 'RECOVERY'), amountKobo: -amountKobo },
      { accountId: providerAccount(mode, floatOf(payout)), amountKobo },
    ],
  })
  await postProviderCost(db, payout, exchange.feeKobo ?? 0n, at)
  const sentence =
    `The switch approved this payout after it had failed: ${nairaText(amountKobo)} has left and was given back to the ` +
    'payer too. Recover it from the beneficiary or from the payer'
  await raiseAlert(db, payout, sentence)
  await writeTrail(db, payout, at, [
    { category: 'FUND_SUCCESS', log: logOf(exchange), sentence: 'The switch approved it after it had failed' },
  ])
}

async function raiseAlert(db: Transaction, payout: Payout, alert: string): Promise<void> {
  if (payout.status !== 'SUCCESS' && payout.status !== 'FAILED') return
  await moveTransaction(db, { ...payout, status: payout.status }, payout.status, { alert })
}
