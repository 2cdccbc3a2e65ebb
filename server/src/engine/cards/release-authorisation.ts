import { modeOfRow } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { transact } from '../../db/transact.ts'
import { type ItemJob, nextDueIds } from '../../jobs/item-jobs.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { voidHold } from '../../ledger/ledger.ts'
import { transitionTransaction } from '../../ledger/transactions.ts'
import type { Engine } from '../engine.ts'
import { lockTransaction } from '../transaction-row.ts'
import { writeTrail } from '../trail.ts'
import { queueWebhook } from '../webhooks/queue-webhook.ts'
import { released, notCleared } from './card-messages.ts'
import { lockPurchase, type PurchaseRow } from './purchase-row.ts'

/** Releases an authorisation that the scheme has reversed or did not clear in time. */
export async function releaseAuthorisation(
  db: Transaction,
  jobs: Jobs | null,
  purchase: PurchaseRow,
  { status, reason, at }: { status: 'REVERSED' | 'EXPIRED'; reason: string; at: Date },
): Promise<void> {
  const seen = await lockTransaction(db, purchase.authorisation_id ?? '')
  if (!seen) throw new Error(`Authorisation of ${purchase.reference} not found`)
  const changes = { alert: reason }
  await transitionTransaction(db, seen, 'FAILED', changes)
  const purchaseChanges = { status, ...(status === 'REVERSED' && { reversed_at: at.toISOString() }) }
  await db.updateTable('card_purchase').set(purchaseChanges).where('id', '=', purchase.id).execute()
  const row = { ...seen, ...changes, status: 'FAILED' }
  await writeTrail(db, row, at, [released(row)])
  const webhookAt = new Date(at.getTime() + 1)
  if (jobs) await queueWebhook(db, jobs, { transaction: row, kind: 'card.transaction', at: webhookAt })
  // Last, because other transactions wait for the account from here on.
  await voidHold(db, { transactionId: row.id }, at)
}

/** Expires an authorisation; false if it was cleared meanwhile or is still valid. */
export async function expirePurchase(
  db: Transaction,
  jobs: Jobs | null,
  purchase: Pick<PurchaseRow, 'mode' | 'reference'>,
  at: Date,
): Promise<boolean> {
  const found = await lockPurchase(db, { mode: modeOfRow(purchase), reference: purchase.reference })
  if (found?.status !== 'AUTHORISED' || found.held_until === null || new Date(found.held_until) > at) return false
  await releaseAuthorisation(db, jobs, found, { status: 'EXPIRED', reason: notCleared, at })
  return true
}

/** Expires all authorisations that were not cleared in time. */
export function sweepAuthorisations({ db, jobs, clock }: Pick<Engine, 'db' | 'jobs' | 'clock'>): ItemJob {
  return {
    name: 'expire-authorisations',
    due: { everyMs: 60_000 },
    find(after) {
      const authorised = db.selectFrom('card_purchase').select('id').where('status', '=', sql.lit('AUTHORISED'))
      return nextDueIds(db, authorised.where('held_until', '<=', clock().toISOString()), after)
    },
    process: (id) =>
      transact(db, async (t) => {
        const purchase = t.selectFrom('card_purchase').select(['mode', 'reference']).where('id', '=', id)
        await expirePurchase(t, jobs, await purchase.executeTakeFirstOrThrow(), clock())
      }),
  }
}
