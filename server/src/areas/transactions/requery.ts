import type { transactions } from '@kobo/contract/transactions'
import type { PreparedWrite } from '../../http/handler.ts'
import { notFound, unprocessable } from '../../http/http-error.ts'
import { lockTransaction } from '../../engine/transaction-row.ts'
import { describeResponseCode } from '../../rails/response-codes.ts'
import { auditPayout, findPayout, applyResponse } from './decide-payout.ts'

/** Queries the provider about an outbound payment and applies its response. */
export const requery: PreparedWrite<typeof transactions.requery> = {
  prepare: async ({ transactionId, reason }, context) => {
    const { leg, row } = await findPayout(context.db, transactionId, context)
    const { it: paymentName, other: provider } = leg.labels
    const providerText = `the ${provider.slice('The '.length)}`
    const unsent = row.session_id === null || row.status === 'QUEUED'
    if (unsent) throw unprocessable(`This ${paymentName} has not been sent, so ${providerText} has no record of it`)
    const response = await leg.ask(context.outside, row)
    if (response.problem === 'not configured') throw unprocessable(`Cannot requery: ${providerText} is not configured`)
    return async (writeContext) => {
      const payout = await lockTransaction(writeContext.db, transactionId)
      if (!payout) throw notFound('This transaction')
      await applyResponse(writeContext, payout, response)
      const { status, alert } = await writeContext.db
        .selectFrom('transaction')
        .select(['status', 'alert'])
        .where('id', '=', payout.id)
        .executeTakeFirstOrThrow()
      await auditPayout(writeContext, payout, { action: 'payout.requery', reason: reason || undefined, status })
      const responseText =
        response.code === null
          ? `${provider} did not respond`
          : `${provider} responded ${response.code} (${describeResponseCode(response.code)})`
      const raised = alert !== null && alert !== payout.alert
      const message = raised ? `${responseText}. ${alert}` : `${responseText}: the ${paymentName} ${statusText(status)}`
      return { message, data: { status, responseCode: response.code } }
    }
  },
}

function statusText(status: string): string {
  if (status === 'SUCCESS') return 'succeeded'
  return status === 'FAILED' ? 'failed' : 'is still pending'
}
