import type { transactions } from '@kobo/contract/transactions'
import type { PreparedWrite } from '../../http/handler.ts'
import { notFound, unprocessable } from '../../http/http-error.ts'
import { lockTransaction } from '../../engine/transaction-row.ts'
import { describeResponseCode } from '../../rails/response-codes.ts'
import { auditPayout, findPayout, applyResponse } from './decide-payout.ts'

/** Queries the provider about an outbound payment and applies its response. */
export const requery: PreparedWrite<typeof transactions.requery> = {
  prepare: async ({ transactionId, reason }, context) => {
    const { leg, row: seen } = await findPayout(context.db, transactionId, context)
    const { it, other } = leg.labels
    const them = `the ${other.slice('The '.length)}`
    const unsent = seen.session_id === null || seen.status === 'QUEUED'
    if (unsent) throw unprocessable(`This ${it} has not been sent, so ${them} has no record of it`)
    const exchange = await leg.ask(context.outside, seen)
    if (exchange.problem === 'not configured') throw unprocessable(`Cannot requery: ${them} is not configured`)
    return async (write) => {
      const payout = await lockTransaction(write.db, transactionId)
      if (!payout) throw notFound('This transaction')
      await applyResponse(write, payout, exchange)
      const { status, alert } = await write.db
        .selectFrom('transaction')
        .select(['status', 'alert'])
        .where('id', '=', payout.id)
        .executeTakeFirstOrThrow()
      await auditPayout(write, payout, { action: 'payout.requery', reason: reason || undefined, status })
      const said =
        exchange.code === null
          ? `${other} did not respond`
          : `${other} responded ${exchange.code} (${describeResponseCode(exchange.code)})`
      const raised = alert !== null && alert !== payout.alert
      const message = raised ? `${said}. ${alert}` : `${said}: the ${it} ${stateWords(status)}`
      return { message, data: { status, responseCode: exchange.code } }
    }
  },
}

function stateWords(status: string): string {
  if (status === 'SUCCESS') return 'succeeded'
  return status === 'FAILED' ? 'failed' : 'is still pending'
}
