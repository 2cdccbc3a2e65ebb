import type { Transaction } from '../../db/database.ts'
import { post } from '../../ledger/ledger.ts'
import { providerAccount } from '../../ledger/provider-accounts.ts'
import { type Move, moveTransactions } from '../../ledger/transactions.ts'
import type { Exchange } from '../../rails/switch.ts'
import { nairaText } from '../naira-text.ts'
import { modeOfRow, type TransactionRow } from '../transaction-row.ts'
import { logOf, writeTrail } from '../trail.ts'
import { toldForCertain } from './doubt.ts'
import type { OutboundLeg } from './outbound-leg.ts'
import { isPosted, postProviderCost } from './provider-cost.ts'

interface LateAnswer {
  leg: OutboundLeg
  /** Locked, and ended already. */
  row: TransactionRow
  outcome: 'approved' | 'refused'
  exchange: Exchange
  /** The answer in words. */
  said: string
  at: Date
}

/** Brings into the books what the other side says for certain about a transaction that has ended, and ends the questions. */
export async function applyLateAnswer(db: Transaction, answer: LateAnswer): Promise<void> {
  const { leg, row, outcome, exchange, said, at } = answer
  if (row.status === 'SUCCESS' && outcome === 'approved') {
    await postProviderCost(db, leg, row, { costKobo: exchange.feeKobo ?? 0n, at })
    await note(db, row, {})
  } else if (row.status === 'SUCCESS') {
    const { it, other } = leg.words
    await note(db, row, { alert: `${other} refused this ${it} after it had been marked successful: ${said}` })
  } else if (row.status === 'FAILED' && outcome === 'approved') {
    await compensate(db, answer)
  } else await note(db, row, {})
}

/** The money has left although the payer has it back: the provider bears it until somebody returns it. */
async function compensate(db: Transaction, { leg, row, exchange, at }: LateAnswer): Promise<void> {
  if (await isPosted(db, row.id, 'COMPENSATION')) return await note(db, row, {})
  const { id, amount_kobo: amountKobo, merchant_id: merchantId, reference } = row
  const mode = modeOfRow(row)
  await post(db, {
    mode,
    kind: 'COMPENSATION',
    reference,
    transactionId: id,
    merchantId,
    at,
    lines: [
      { accountId: providerAccount(mode, 'RECOVERY'), amountKobo: -amountKobo },
      { accountId: providerAccount(mode, leg.float(row)), amountKobo },
    ],
  })
  await postProviderCost(db, leg, row, { costKobo: exchange.feeKobo ?? 0n, at })
  const { it, other } = leg.words
  const alert =
    `${other} approved this ${it} after it had failed: ${nairaText(amountKobo)} has left and was given back to the ` +
    'payer too. Recover it from the beneficiary or from the payer'
  await note(db, row, { alert })
  const sentence = `${other} approved it after it had failed`
  await writeTrail(db, row, at, [{ category: 'FUND_SUCCESS', log: logOf(exchange), sentence }])
}

async function note(db: Transaction, row: TransactionRow, more: NonNullable<Move['more']>): Promise<void> {
  if (row.status !== 'SUCCESS' && row.status !== 'FAILED') return
  const changes = { ...more, ...(row.asked_until !== null && toldForCertain) }
  if (Object.keys(changes).length > 0) await moveTransactions(db, [{ seen: row, more: changes }])
}
