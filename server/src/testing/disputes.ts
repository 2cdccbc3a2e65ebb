import { type Mode, modeOfRow } from '@kobo/contract/kit/mode'
import { transact } from '../db/transact.ts'
import { receiveCollection } from '../engine/collections/receive-collection.ts'
import { openDispute, type DisputeOrder } from '../engine/disputes/open-dispute.ts'
import { readTransaction } from '../engine/transaction-row.ts'
import type { Database } from '../db/database.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { newSessionId } from '../rails/session-id.ts'
import { ownAccount } from './payouts.ts'

interface Stage {
  db: Database
  jobs: Jobs
}

interface Incoming {
  mode?: Mode
  merchantId: string
  amountKobo?: bigint
  /** Sender's account, whose last three digits select the simulated switch's response to a refund. */
  from?: string
  at?: Date
}

/** Credits a payment from another bank to a merchant's own account and returns the collection's id. */
export async function collected({ db, jobs }: Stage, incoming: Incoming): Promise<string> {
  const { mode = 'PRODUCTION', merchantId, amountKobo = 1_000_000n, from = '0123456900', at = new Date() } = incoming
  const { account_number: accountNumber } = await ownAccount(db, merchantId)
  const sender = { name: 'Hadiza Bello', accountNumber: from, bankCode: '058' }
  const collection = { mode, accountNumber, amountKobo, sender, narration: 'Two crates', route: 'NIP', at } as const
  const received = await transact(db, (t) => receiveCollection(t, jobs, { ...collection, sessionId: newSessionId(at) }))
  if (received.outcome !== 'CREDITED') throw new Error(received.reason)
  return received.transactionId
}

/** Raises a dispute of a transaction's full amount by default. */
export async function disputed(
  { db, jobs }: Stage,
  transactionId: string,
  more: Partial<DisputeOrder> & { staffId: string },
): Promise<string> {
  const row = await readTransaction(db, transactionId)
  if (!row) throw new Error('Transaction not found')
  const order: DisputeOrder = {
    mode: modeOfRow(row),
    merchantId: row.merchant_id,
    reference: row.reference,
    type: row.type === 'DEBIT' ? 'DEBIT' : 'CREDIT',
    transactionCategory: row.category,
    category: 'CHARGEBACK',
    customer: 'Ngozi Eze',
    description: 'Never arrived',
    amountKobo: row.amount_kobo,
    at: new Date(),
    ...more,
  }
  return (await transact(db, (t) => openDispute(t, jobs, order))).disputeId
}
