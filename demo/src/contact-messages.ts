import type { Transaction } from '@kobo/server/db/database'
import { answerMessage } from '@kobo/server/engine/contact/answer-message'
import { receiveMessage } from '@kobo/server/engine/contact/receive-message'
import { writeAudit } from '@kobo/server/db/audit'
import { withIdsFrom } from '@kobo/server/uuid'
import { dayMs, hourMs, instants } from './calendar.ts'
import { questions } from './contact-questions.ts'
import type { Past } from './past.ts'
import { aPerson } from './people.ts'
import { seeded } from './random.ts'

/** Adds contact messages of the last weeks, most of the older ones answered, through the engine; no mail is sent for them. */
export async function addContactMessages(
  db: Transaction,
  { mode, now, seed, staffIds }: Past,
  count: number,
): Promise<void> {
  const random = seeded(`${seed} ${mode} contact`)
  const merchants = await db
    .selectFrom('merchant')
    .select('id')
    .where('mode', '=', mode)
    .where('status', '=', 'ACTIVE')
    .where('created_at', '<', new Date(now.getTime() - 120 * dayMs).toISOString())
    .orderBy('id')
    .limit(200)
    .execute()
  await withIdsFrom(random.id, async () => {
    for (const at of instants(random, now, 28, count).toReversed()) {
      const { subject, message, answer } = random.pick(questions)
      const { firstName, lastName, email, phoneNumber: phone } = aPerson(random, now)
      const content = { name: `${firstName} ${lastName}`, email, phone, subject, message }
      const { id: merchantId } = random.pick(merchants)
      const { messageId } = await receiveMessage(db, { mode, merchantId, ...content, at })
      const repliedAt = new Date(at.getTime() + random.whole(1, 40) * hourMs)
      if (repliedAt >= now || random.chance(0.12)) continue
      const staffId = random.pick(staffIds)
      await answerMessage(db, { mode, messageId, answer, staffId, at: repliedAt })
      await writeAudit(
        db,
        { staffId, sessionId: null, mode, requestId: messageId, at: repliedAt },
        {
          action: 'contact.answer',
          recordType: 'contact_message',
          recordId: messageId,
          merchantId,
          before: { status: 'NEW' },
          after: { status: 'ANSWERED' },
        },
      )
    }
  })
}
