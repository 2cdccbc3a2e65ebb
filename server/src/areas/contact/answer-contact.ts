import type { contact } from '@kobo/contract/contact'
import { answerMessage } from '../../engine/contact/answer-message.ts'
import type { Handler } from '../../http/handler.ts'
import { staffName } from '../../http/display.ts'
import { queueMail } from '../../jobs/mail-queue.ts'

/** Answers a contact message by email, once. */
export const answerContact: Handler<typeof contact.answer> = async ({ messageId, answer }, context) => {
  const { db, jobs, seal, mode, staff, now: at } = context
  const original = await answerMessage(db, { mode, messageId, answer, staffId: staff.id, at })
  await queueMail(jobs, seal, db, {
    to: original.email,
    subject: `Re: ${original.subject}`,
    text: `Hello ${original.name},

${answer}

${staffName({ first_name: staff.firstName, last_name: staff.lastName })}

You wrote:

${original.message}
`,
  })
  await context.audit({
    action: 'contact.answer',
    recordType: 'contact_message',
    recordId: messageId,
    merchantId: original.merchant_id,
    before: { status: original.status },
    after: { status: 'ANSWERED' },
  })
  return { message: `We have emailed the answer to ${original.name}`, data: {} }
}
