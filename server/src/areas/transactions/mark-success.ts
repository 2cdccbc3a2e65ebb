import type { transactions } from '@kobo/contract/transactions'
import type { PreparedWrite } from '../../http/handler.ts'
import { unprocessable } from '../../http/http-error.ts'
import { completePayments } from '../../engine/outbound/complete-payments.ts'
import { staffName } from '../../http/display.ts'
import { decidePayout } from './decide-payout.ts'

/** Marks a pending payout as SUCCESS and posts its hold. */
export const markSuccess: PreparedWrite<typeof transactions.markSuccess> = {
  prepare: async ({ transactionId, reason }, context) => {
    const by = staffName({ first_name: context.staff.firstName, last_name: context.staff.lastName })
    return await decidePayout(
      {
        transactionId,
        reason,
        action: 'payout.success',
        decide: async ({ leg, row }, writeContext) => {
          const { it: paymentName } = leg.labels
          if (row.status === 'QUEUED')
            throw unprocessable(`This ${paymentName} has not been sent yet. It can only be marked as failed`)
          const sentence = `${by} marked it as successful: ${reason}`
          await completePayments(writeContext.db, writeContext, [
            { leg, row, exchange: null, sentence, at: writeContext.now },
          ])
          return { status: 'SUCCESS', message: `The ${paymentName} was marked as successful` }
        },
      },
      context,
    )
  },
}
