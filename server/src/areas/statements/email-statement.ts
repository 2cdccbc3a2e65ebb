import { linkDays, type statements } from '@kobo/contract/statements'
import type { PreparedWrite } from '../../http/handler.ts'
import { HttpError, unprocessable } from '../../http/http-error.ts'
import { mayDo } from '../../http/rights.ts'
import { uuidv7 } from '../../uuid.ts'
import { readMessagedRecord } from '../messages/recipients.ts'
import { entryOf, limitMessages, storeMessage } from '../messages/send-message.ts'
import { requireReadable } from '../record-access.ts'
import { checkPeriod, createStatement, lockOrders, planStatement, requireQuota } from './download-statement.ts'
import { statementText } from './statement-mails.ts'

/** Has a statement generated and a link to it emailed to its merchant. Its movements are counted before anything is written. */
export const emailStatement: PreparedWrite<typeof statements.email> = {
  async prepare(period, reading) {
    const { mode, staff, now } = reading
    if (!mayDo(staff, 'statements.read')) {
      throw new HttpError(403, 'not_permitted', 'Your role may not read statements')
    }
    checkPeriod(period, now)
    const id = await requireReadable(reading, 'merchant', period.merchantId)
    const planned = await planStatement(reading.db, { ...period, merchantId: id }, mode)
    return async (context) => {
      const { db, now: at } = context
      await limitMessages(db, { mode, type: 'merchant', id, staffId: staff.id, at })
      const { recipients } = await readMessagedRecord(db, { mode, type: 'merchant', id })
      const email = recipients[0]?.email
      if (!email) throw unprocessable('The email address of this merchant is unknown')
      await lockOrders(db, context)
      await requireQuota(db, context)
      const { id: statementId } = await createStatement(db, planned, context)
      const messageId = uuidv7(at.getTime())
      const about = { mode, type: 'merchant', id, merchantId: id, recipient: 'MERCHANT' } as const
      const written = statementText(period)
      await storeMessage(db, { ...about, ...written, messageId, author: staff, at, email, webhookEventId: null })
      const { startDate, endDate } = period
      await db
        .insertInto('statement_link')
        .values({ message_id: messageId, statement_id: statementId, start_day: startDate, end_day: endDate })
        .execute()
      const of = { recordType: 'statement', recordId: statementId, merchantId: id } as const
      await context.audit({ action: 'statement.email', ...of, after: { startDate, endDate } })
      await context.audit(entryOf(about, ['Email']))
      const message = `The statement is being prepared, and then emailed to the merchant with a link that works for ${linkDays} days`
      return { message, data: { messageId } }
    }
  },
}
