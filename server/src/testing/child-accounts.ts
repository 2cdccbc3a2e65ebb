import { randomInt } from 'node:crypto'
import { type Mode, modeOfRow } from '@kobo/contract/kit/mode'
import type { Database } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { openChildAccount } from '../engine/child-accounts/open-child-account.ts'
import { receiveCollection } from '../engine/collections/receive-collection.ts'
import { submitPayout } from '../engine/payouts/submit-payout.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { newSessionId } from '../rails/session-id.ts'

export interface Child {
  id: string
  number: string
  mode: Mode
  merchantId: string
}

interface ChildFields {
  merchant: { id: string; mode: string }
  walletId?: string | null
  name?: string
  at?: Date
}

/** Opens an empty child account of the merchant or, with a wallet, of that customer. */
export async function aChild(db: Database, fields: ChildFields): Promise<Child> {
  const { merchant, walletId = null, name = 'School fees', at = new Date() } = fields
  const mode = modeOfRow(merchant)
  const opened = await transact(db, (t) =>
    openChildAccount(t, { mode, merchantId: merchant.id, walletId, accountName: name, at }),
  )
  return { ...opened, mode, merchantId: merchant.id }
}

interface PaidIn {
  amountKobo: bigint
  sessionId?: string
  at?: Date
}

/** Credits a payment from another bank to a child account and returns the transaction's id. */
export async function paidOnChild(db: Database, jobs: Jobs, child: Child, fields: PaidIn): Promise<string> {
  const { amountKobo, at = new Date(), sessionId = newSessionId(at) } = fields
  const received = await transact(db, (t) =>
    receiveCollection(t, jobs, {
      mode: child.mode,
      accountNumber: child.number,
      amountKobo,
      sender: { name: 'Hadiza Bello', accountNumber: '0123456785', bankCode: '058' },
      sessionId,
      narration: 'Term 2',
      route: 'NIP',
      at,
    }),
  )
  if (received.outcome === 'DECLINED') throw new Error(received.reason)
  return received.transactionId
}

interface PaidOut {
  amountKobo: bigint
  reference?: string
  accountNumber?: string
  at?: Date
}

/** Submits a payout from a child account and returns the transaction's id. */
export async function aChildPayout(db: Database, jobs: Jobs, child: Child, fields: PaidOut): Promise<string> {
  const { amountKobo, accountNumber = '0123456900', at = new Date() } = fields
  const reference = fields.reference ?? `CHILD-${randomInt(1e12)}`
  const { transactionId } = await transact(db, (t) =>
    submitPayout(t, jobs, {
      mode: child.mode,
      merchantId: child.merchantId,
      walletId: null,
      ownAccountId: child.id,
      amountKobo,
      beneficiary: { name: 'Chidi Okafor', accountNumber, bankCode: '058' },
      narration: 'Teachers',
      reference,
      at,
    }),
  )
  return transactionId
}
