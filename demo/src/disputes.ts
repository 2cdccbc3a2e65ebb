import type { DisputeStatus } from '@kobo/contract/kit/dispute'
import type { Transaction } from '@kobo/server/db/database'
import { changeStatus } from '@kobo/server/engine/disputes/change-status'
import { addAttachments } from '@kobo/server/engine/disputes/add-attachments'
import { openDispute } from '@kobo/server/engine/disputes/open-dispute'
import { sendMessage } from '@kobo/server/engine/disputes/send-message'
import { setConversationStatus } from '@kobo/server/engine/disputes/set-conversation-status'
import { type AuditEntry, writeAudit } from '@kobo/server/db/audit'
import type { Files, StoredFile } from '@kobo/server/rails/files'
import { withIdsFrom } from '@kobo/server/uuid'
import { hourMs, minuteMs } from './calendar.ts'
import { feedback, questions, stories } from './dispute-cases.ts'
import { type Disputable, disputable, type Kind } from './disputable.ts'
import { keepSeeded } from './seeded-files.ts'
import { later, advancePayment } from './past-outbound.ts'
import { receipt } from './images.ts'
import type { Past } from './past.ts'
import { type Random, seeded } from './random.ts'

/** Number of disputes by course. Debits may take any course except those that pay. */
export interface DisputeCounts {
  fresh: number
  takenUp: number
  /** Review started while the account held less than the disputed amount. */
  short: number
  awaited: number
  answered: number
  resolved: number
  /** Resolved, but the refund failed. */
  unpaid: number
  rejected: number
  closed: number
  /** Disputes of payouts. */
  debits: number
}

type Course = keyof DisputeCounts

const steps: Record<Course, readonly DisputeStatus[]> = {
  fresh: [],
  takenUp: ['IN_PROGRESS'],
  short: ['IN_PROGRESS'],
  awaited: ['IN_PROGRESS', 'AWAITING_FEEDBACK'],
  answered: ['IN_PROGRESS', 'AWAITING_FEEDBACK', 'FEEDBACK_PROVIDED'],
  resolved: ['IN_PROGRESS', 'AWAITING_FEEDBACK', 'RESOLVED'],
  unpaid: ['IN_PROGRESS', 'RESOLVED'],
  rejected: ['IN_PROGRESS', 'AWAITING_FEEDBACK', 'FEEDBACK_PROVIDED', 'REJECTED'],
  closed: ['CLOSED'],
  debits: ['IN_PROGRESS', 'AWAITING_FEEDBACK'],
}

/** Order in which courses take merchants; those that pay need funds. */
const courses: readonly Course[] = [
  ...(['resolved', 'unpaid', 'short', 'awaited', 'answered', 'debits'] as const),
  ...(['takenUp', 'rejected', 'closed', 'fresh'] as const),
]

const isPaying = (course: Course) => course === 'resolved' || course === 'unpaid'

const categories = ['SCAM', 'CASHBACK', 'CHARGEBACK', 'TRANSFER'] as const
const reasons: Partial<Record<DisputeStatus, string>> = {
  RESOLVED: 'The customer is right: nothing was delivered',
  REJECTED: 'The waybill is signed by the customer',
  CLOSED: 'The customer took it back',
}

/** Returns the number of refunds planned; too few disputable transactions may reduce it. */
export function refundsOf({ resolved, unpaid }: DisputeCounts): number {
  return resolved + unpaid
}

/**
 * Adds disputes of every course, some with attachments, through the engine at their past times. A small demo may have fewer.
 * Returns the number of transactions they made.
 */
export async function addDisputes(
  db: Transaction,
  files: Pick<Files, 'store' | 'add' | 'sealedWith'>,
  { mode, now, seed, staffIds }: Past,
  counts: DisputeCounts,
): Promise<number> {
  const random = seeded(`${seed} ${mode} disputes`)
  let paidDisputes = 0
  const image = await receipt()
  await withIdsFrom(random.id, async () => {
    const used = new Set<string>()
    // Queried once for all courses, since each dispute affects only its merchant, which has no other one.
    const found = new Map<Kind, Disputable[]>()
    for (const course of courses) {
      const kind = kindOf(course)
      const candidates = found.get(kind) ?? (await disputable(db, { mode, now, of: kind }))
      found.set(kind, candidates)
      const chosen = candidates.filter(({ merchant_id }) => !used.has(merchant_id)).slice(0, counts[course])
      if (isPaying(course)) paidDisputes += chosen.length
      for (const [index, transaction] of chosen.entries()) {
        used.add(transaction.merchant_id)
        // One of several is as recent as its course allows.
        const isNew = course === 'fresh' || (index === 0 && chosen.length > 1)
        await playDispute(
          { db, files, keep: () => keepSeeded(files, random, image), random, mode, now, staffIds },
          { course, transaction, index, isNew },
        )
      }
    }
  })
  return paidDisputes
}

function kindOf(course: Course): Kind {
  if (isPaying(course)) return 'credits that are paid'
  if (course === 'debits') return 'debits'
  return course === 'short' ? 'short credits' : 'credits'
}

interface Scene extends Pick<Past, 'mode' | 'now' | 'staffIds'> {
  db: Transaction
  files: Pick<Files, 'add'>
  /** Stores an image for a message or dispute. */
  keep(): Promise<StoredFile>
  random: Random
}

interface DisputePlan {
  course: Course
  transaction: Disputable
  index: number
  isNew: boolean
}

async function playDispute(scene: Scene, { course, transaction, index, isNew }: DisputePlan): Promise<void> {
  const { db, files, keep, random, mode, now } = scene
  const { merchant_id: merchantId } = transaction
  // A refund comes after every payment of the account.
  const since = Date.parse(isPaying(course) ? transaction.moved_at : transaction.created_at) + hourMs
  const from = isNew ? Math.max(since, now.getTime() - 9 * hourMs) : since
  let at = new Date(from + Math.floor(random.next() * hourMs))
  const staffId = random.pick(scene.staffIds)
  const audit = (disputeId: string, entry: Pick<AuditEntry, 'action' | 'before' | 'after' | 'reason'>) =>
    writeAudit(
      db,
      { staffId, sessionId: null, mode, requestId: disputeId, at },
      { ...entry, recordType: 'dispute', recordId: disputeId, merchantId },
    )
  const story = random.pick(stories)
  const isPart = course !== 'short' && random.chance(0.4)
  const { disputeId } = await openDispute(db, null, {
    mode,
    merchantId,
    reference: transaction.reference,
    type: transaction.type,
    transactionCategory: transaction.category,
    category: categories[index % categories.length] ?? 'SCAM',
    customer: story.customer,
    description: story.description,
    amountKobo: isPart ? (transaction.amount_kobo / 200n) * 100n : transaction.amount_kobo,
    staffId,
    at,
  })
  await audit(disputeId, { action: 'dispute.initiate', after: { transactionId: transaction.id } })
  if (index % 2 === 0) await addAttachments(db, files, { disputeId, messageId: null, merchantId, mode }, [await keep()])
  const by = { role: 'ADMIN', staffId } as const
  let status = 'NEW'
  for (const to of steps[course]) {
    at = later(at, random.whole(10, 50) * minuteMs)
    const hasImage = random.chance(0.4)
    if (to === 'FEEDBACK_PROVIDED') {
      const message = {
        mode,
        disputeId,
        by: { role: 'MERCHANT', merchantId },
        ...random.pick(feedback),
        images: hasImage ? [await keep()] : [],
        at,
      } as const
      await sendMessage(db, { jobs: null, files }, message)
      status = to
      continue
    }
    const reason = reasons[to] ?? null
    const { refundId } = await changeStatus(db, null, { mode, disputeId, to, reason, staffId, at })
    await audit(disputeId, {
      action: 'dispute.status',
      before: { status, refundId: null },
      after: { status: to, refundId },
      reason: reason ?? undefined,
    })
    status = to
    if (to === 'AWAITING_FEEDBACK') {
      at = later(at, minuteMs)
      await sendMessage(db, { jobs: null, files }, { mode, disputeId, by, ...random.pick(questions), images: [], at })
      await audit(disputeId, { action: 'dispute.message', after: {} })
    }
    if (refundId !== null) {
      const transactionId = await refundTransactionOf(db, refundId)
      await advancePayment(db, random, { transactionId, becomes: course === 'unpaid' ? 'FAILED' : 'SUCCESS', at })
    }
  }
  if (index % 3 === 2) {
    at = later(at, 5 * minuteMs)
    await setConversationStatus(db, { mode, disputeId, to: 'DISABLED', staffId, at })
    await audit(disputeId, {
      action: 'dispute.conversation',
      before: { conversation: 'ENABLED' },
      after: { conversation: 'DISABLED' },
    })
  }
}

async function refundTransactionOf(db: Transaction, refundId: string): Promise<string> {
  const refund = db.selectFrom('refund').select('refund_transaction_id').where('id', '=', refundId)
  return (await refund.executeTakeFirstOrThrow()).refund_transaction_id
}
