import type { transactions } from '@kobo/contract/transactions'
import type { Handler, WriteContext } from '../../http/handler.ts'
import { notFound, unprocessable } from '../../http/http-error.ts'
import { lockTransaction, type TransactionRow } from '../../engine/transaction-row.ts'
import { queueWebhook } from '../../engine/webhooks/queue-webhook.ts'
import { linkedCharges, withLinkedCharge } from '../../engine/child-accounts/linked-charges.ts'
import { resendEvent } from '../../engine/webhooks/resend-event.ts'
import type { WebhookKind } from '../../engine/webhooks/webhook-payload.ts'

/** Sends the webhook event of a final bank transfer or bank funding to the merchant again, without delay. */
export const resendWebhook: Handler<typeof transactions.resendWebhook> = async ({ transactionId }, context) => {
  const { db, mode, jobs, now } = context
  const transaction = await lockTransaction(db, transactionId)
  if (transaction?.mode !== mode) throw notFound('This transaction')
  const bank = transaction.category === 'BANK_TRANSFER' || isCollected(transaction)
  const finished = transaction.status === 'SUCCESS' || transaction.status === 'FAILED'
  if (!bank || !finished) {
    throw unprocessable('Only a bank transfer or bank funding that succeeded or failed has an event to send')
  }
  await refuseWithoutEndpoint(context, transaction)
  const eventId = await resendEvent(db, jobs, transaction.id, now)
  if (eventId === null) {
    const withCharge = withLinkedCharge(transaction, await linkedCharges(db, [transaction]))
    await queueWebhook(db, jobs, { transaction: withCharge, kind: kindOf(transaction), at: now })
  }
  await context.audit({
    action: 'webhook.resend',
    recordType: 'transaction',
    recordId: transaction.id,
    merchantId: transaction.merchant_id,
  })
  return { message: 'The webhook event is being sent again', data: {} }
}

async function refuseWithoutEndpoint({ db }: WriteContext, transaction: TransactionRow): Promise<void> {
  const endpoint = await db
    .selectFrom('webhook_endpoint')
    .select('url')
    .where('merchant_id', '=', transaction.merchant_id)
    .executeTakeFirst()
  if (!endpoint) throw unprocessable('This merchant has no webhook URL')
}

/** Collections by bank, on any account. */
function isCollected({ category }: Pick<TransactionRow, 'category'>): boolean {
  return category === 'BANK_FUNDING' || category === 'CREDIT_STORE'
}

function kindOf({ category, status }: TransactionRow): WebhookKind {
  if (isCollected({ category })) return 'collection.success'
  return status === 'SUCCESS' ? 'transfer.success' : 'transfer.failed'
}
