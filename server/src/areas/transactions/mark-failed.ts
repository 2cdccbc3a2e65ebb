import type { transactions } from '@kobo/contract/transactions'
import type { PreparedWrite } from '../../http/handler.ts'
import { staffName } from '../../http/display.ts'
import { failPayments } from '../../engine/outbound/fail-payments.ts'
import { decidePayout } from './decide-payout.ts'

/** Marks a payout as FAILED. A queued one is not sent, and the hold of a pending one is released. */
export const markFailed: PreparedWrite<typeof transactions.markFailed> = {
  prepare: async ({ transactionId, reason }, context) => {
    const by = staffName({ first_name: context.staff.firstName, last_name: context.staff.lastName })
    return await decidePayout(
      {
        transactionId,
        reason,
        action: 'payout.failed',
        decide: async ({ leg, row }, writeContext) => {
          const sentence = `${by} marked it as failed: ${reason}`
          const failure = { leg, row, code: null, sentence, isUnconfirmed: true, at: writeContext.now }
          await failPayments(writeContext.db, writeContext, [failure])
          const message = row.status === 'QUEUED' ? 'was stopped' : 'was marked as failed'
          return { status: 'FAILED', message: `The ${leg.labels.it} ${message}` }
        },
      },
      context,
    )
  },
}
