import { createHash } from 'node:crypto'
import { lagosDay } from '@kobo/contract/kit/day'
import type { Mode } from '@kobo/contract/kit/mode'
import type { MessagedType } from '@kobo/contract/kit/record-kinds'
import type { MessageRecipient } from '@kobo/contract/kit/record-letter'
import { type Selectable, sql } from 'kysely'
import { readMessagedRecord } from '@kobo/server/areas/messages/recipients'
import { entryOf, storeMessage } from '@kobo/server/areas/messages/send-message'
import { mailedForMs, statementText } from '@kobo/server/areas/statements/statement-mails'
import { writeAudit } from '@kobo/server/db/audit'
import type { Transaction } from '@kobo/server/db/database'
import type { Staff } from '@kobo/server/db/tables'
import { uuidv7, withIdsFrom } from '@kobo/server/uuid'
import { hourMs } from './calendar.ts'
import { demoEmail } from './colleagues.ts'
import { seeded } from './random.ts'

const efe = 'efe@demo.test'

interface Story {
  mode?: Mode
  type: MessagedType
  /** Condition of the records of this kind. */
  which: string
  recipient?: MessageRecipient
  email: string
  hoursAgo: number
  subject: string
  text: string
}

const stories: readonly Story[] = [
  {
    type: 'merchant',
    which: "verified = 'PROCESSING'",
    email: efe,
    hoursAgo: 4,
    subject: 'Your utility bill',
    text: 'The utility bill that you submitted is of your old shop.\nPlease send one of the new address, not older than three months.',
  },
  {
    type: 'merchant',
    which: "verified = 'ACCEPTED' and status = 'ACTIVE'",
    email: efe,
    hoursAgo: 27,
    subject: 'Your new charges',
    text: 'The charges that we agreed on apply from the first of next month. You find them in your dashboard.',
  },
  {
    type: 'merchant',
    which: "verified = 'ACCEPTED' and status = 'ACTIVE'",
    email: demoEmail,
    hoursAgo: 3,
    subject: 'Your question about settlements',
    text: 'Settlements are paid at six every morning, also on weekends.',
  },
  {
    type: 'transaction',
    which: "category = 'BANK_TRANSFER' and status = 'FAILED'",
    email: efe,
    hoursAgo: 2,
    subject: 'Your payout failed',
    text: 'The bank of the beneficiary rejected it, since the account is closed. The amount is in your balance again.',
  },
  {
    type: 'settlement',
    which: "status = 'FAILED'",
    email: efe,
    hoursAgo: 6,
    subject: 'Your settlement was returned',
    text: 'Your bank closed the account. Please name another one, so that we can pay you.',
  },
  {
    type: 'wallet',
    which: "email is not null and status = 'ACTIVE'",
    recipient: 'HOLDER',
    email: efe,
    hoursAgo: 9,
    subject: 'Your address',
    text: 'Thank you for your call. Your new address is on your wallet now.',
  },
  {
    mode: 'SANDBOX',
    type: 'merchant',
    which: "status = 'ACTIVE'",
    email: efe,
    hoursAgo: 7,
    subject: 'Your tests',
    text: 'We repeated the webhook events that your server missed at night.',
  },
]

interface Team {
  now: Date
  seed: string
  staff: readonly Selectable<Staff>[]
}

/** Adds what colleagues wrote to merchants and holders about records of the demo, as already emailed. */
export async function addMessages(db: Transaction, { now, seed, staff }: Team): Promise<void> {
  const ids = new Map(staff.map(({ email, id }) => [email, id]))
  await withIdsFrom(seeded(`${seed} messages`).id, async () => {
    for (const {
      mode = 'PRODUCTION',
      type,
      which,
      recipient = 'MERCHANT',
      email,
      hoursAgo,
      subject,
      text,
    } of stories) {
      const at = new Date(now.getTime() - hoursAgo * hourMs)
      const record = await newest(db, { mode, type, which, at })
      // A small demo may have none.
      if (!record) continue
      const staffId = ids.get(email)
      if (staffId === undefined) throw new Error(`The demo has no ${email}`)
      const { merchantId, recipients } = await readMessagedRecord(db, { mode, type, id: record.id })
      const to = recipients.find(({ kind }) => kind === recipient)
      if (!to?.email) continue
      const about = { mode, type, id: record.id, merchantId, recipient }
      const sent = { email: to.email, webhookEventId: null, mailedAt: at }
      const messageId = uuidv7(at.getTime())
      await storeMessage(db, { ...about, ...sent, subject, text, messageId, author: { id: staffId }, at })
      await writeAudit(db, { staffId, sessionId: null, mode, requestId: messageId, at }, entryOf(about, ['Email']))
    }
    await addStatementLink(db, { now, staffId: ids.get(efe) })
  })
}

/** Adds an emailed statement that its merchant has downloaded twice. Nobody knows the token of its link. */
async function addStatementLink(db: Transaction, { now, staffId }: { now: Date; staffId: string | undefined }) {
  const mode = 'PRODUCTION'
  const at = new Date(now.getTime() - 48 * hourMs)
  const which = "verified = 'ACCEPTED' and status = 'ACTIVE'"
  const record = await newest(db, { mode, type: 'merchant', which, at })
  if (!record || staffId === undefined) return
  const { merchantId, recipients } = await readMessagedRecord(db, { mode, type: 'merchant', id: record.id })
  const email = recipients[0]?.email
  if (!email) return
  const dayAgo = (days: number) => lagosDay(new Date(at.getTime() - days * 24 * hourMs))
  const [startDate, endDate] = [dayAgo(30), dayAgo(1)]
  const messageId = uuidv7(at.getTime())
  const about = { mode, type: 'merchant', id: record.id, merchantId, recipient: 'MERCHANT' } as const
  const sent = { email, webhookEventId: null, mailedAt: at }
  await storeMessage(db, {
    ...about,
    ...sent,
    ...statementText({ startDate, endDate }),
    messageId,
    author: { id: staffId },
    at,
  })
  await writeAudit(db, { staffId, sessionId: null, mode, requestId: messageId, at }, entryOf(about, ['Email']))
  await db
    .insertInto('statement_link')
    .values({
      message_id: messageId,
      start_day: startDate,
      end_day: endDate,
      token_hash: createHash('sha256').update(messageId).digest('hex'),
      expires_at: new Date(at.getTime() + mailedForMs).toISOString(),
      downloads: 2,
      last_download_at: new Date(at.getTime() + hourMs).toISOString(),
    })
    .execute()
}

/** Returns the newest record that existed at an instant. */
async function newest(
  db: Transaction,
  { mode, type, which, at }: { mode: Mode; type: MessagedType; which: string; at: Date },
): Promise<{ id: string } | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(type)}
    where mode = ${mode} and created_at < ${at.toISOString()} and ${sql.raw(which)}
    order by created_at desc, id desc limit 1`.execute(db)
  return rows[0]
}
