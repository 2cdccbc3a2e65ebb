import type { transactions } from '@kobo/contract/transactions'
import type { PreparedWrite } from '../../http/handler.ts'
import { staffName } from '../../http/staff-name.ts'
import { failPayments } from '../../engine/outbound/fail-payments.ts'
import { decidePayout } from './decide-payout.ts'

/** Decides that a payout failed: a queued one is stopped, and a pending one gives back what it holds. */
export const markFailed: PreparedWrite<typeof transactions.markFailed> = {
  prepare: async ({ transactionId, reason }, context) => {
    const by = staffName({ first_name: context.staff.firstName, last_name: context.staff.lastName })
    return await decidePayout(
      {
        transactionId,
        reason,
        action: 'payout.failed',
        decide: async ({ leg, row }, write) => {
          const sentence = `${by} marked it as failed: ${reason}`
          const failure = { leg, row, code: null, sentence, inDoubt: true, at: write.now }
          await failPayments(write.db, write, [failure])
          const message = row.status === 'QUEUED' ? 'was stopped' : 'was marked as failed'
          return { status: 'FAILED', message: `The ${leg.labels.it} ${message}` }
        },
      },
      context,
    )
  },
}
