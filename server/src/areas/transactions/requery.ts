import type { transactions } from '@kobo/contract/transactions'
import type { PreparedWrite } from '../../http/handler.ts'
import { notFound, refused } from '../../http/refusal.ts'
import { payoutLeg } from '../../engine/payouts/payout-leg.ts'
import { lockTransaction } from '../../engine/transaction-row.ts'
import { responseWords } from '../../rails/response-codes.ts'
import { auditPayout, findPayout, hearSwitch } from './decide-payout.ts'

/** Asks the switch about a payout and moves it to what the switch says. */
export const requery: PreparedWrite<typeof transactions.requery> = {
  prepare: async ({ transactionId, reason }, context) => {
    const seen = await findPayout(context.db, transactionId, context)
    const unsent = seen.session_id === null || seen.status === 'QUEUED'
    if (unsent) throw refused('This payout has not been sent, so that the switch does not know it')
    if (context.outside.switch === null) throw refused('No switch is configured that could be asked')
    const exchange = await payoutLeg.ask(context.outside, seen)
    return async (write) => {
      const payout = await lockTransaction(write.db, transactionId)
      if (!payout) throw notFound('This transaction')
      await hearSwitch(write, payout, exchange)
      const { status, alert } = await write.db
        .selectFrom('transaction')
        .select(['status', 'alert'])
        .where('id', '=', payout.id)
        .executeTakeFirstOrThrow()
      await auditPayout(write, payout, { action: 'payout.requery', reason: reason || undefined, status })
      const said =
        exchange.code === null
          ? 'The switch gave no answer'
          : `The switch answered ${exchange.code} (${responseWords(exchange.code)})`
      const raised = alert !== null && alert !== payout.alert
      const message = raised ? `${said}. ${alert}` : `${said}: the payout ${stateWords(status)}`
      return { message, data: { status, responseCode: exchange.code } }
    }
  },
}

function stateWords(status: string): string {
  if (status === 'SUCCESS') return 'succeeded'
  return status === 'FAILED' ? 'failed' : 'is still pending'
}
