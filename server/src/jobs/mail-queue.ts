import type { Mode } from '@kobo/contract/kit/mode'
import { aboutTest, subjectIn } from '@kobo/contract/kit/test-mail'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Seal } from '../seal.ts'
import type { JobKinds } from './job-kinds.ts'
import type { Jobs } from './jobs.ts'

export interface QueuedMail {
  /** Null: discarded by the worker, so that an unknown address costs as much work as a known one. */
  to: string | null
  subject: string
  text: string
  /** Message of an operator that it delivers, which records when the mail server accepted it. */
  recordMessageId?: string
}

/**
 * Queues an email in the caller's transaction, encrypted, because it may hold a code or a link; an urgent one goes before the
 * rest. A second email with the same key is not queued.
 */
export async function queueMail(
  jobs: Jobs,
  seal: Seal,
  db: Kysely<Tables>,
  mail: QueuedMail,
  { urgent = false, key }: { urgent?: boolean; key?: string } = {},
): Promise<void> {
  await jobs.enqueue(db, 'mail', { sealed: seal.close(JSON.stringify(mail)) }, { urgent, ...(key && { key }) })
}

/** Sends queued emails. An unavailable mail server delays them, but loses none. */
export async function runMailJobs(
  jobs: Jobs,
  seal: Seal,
  send: (mail: QueuedMail & { to: string }) => Promise<void>,
  concurrency: number,
): Promise<void> {
  const work = async ({ sealed }: JobKinds['mail']) => {
    const mail = JSON.parse(seal.open(sealed)) as QueuedMail
    if (mail.to !== null) await send({ ...mail, to: mail.to })
  }
  await jobs.work('mail', work, { concurrency })
}

export interface AdministratorNotice {
  subject: string
  text: string
  /** Each administrator receives one email per key, however often and by however many servers it is requested. */
  key?: string
  /** Mode that it is about; both, or Live, if missing. */
  mode?: Mode
}

/** Marks an email to an operator about Test in its subject and first line, so that nobody takes it for one about Live. */
export function operatorMail(mode: Mode, mail: QueuedMail): QueuedMail {
  if (mode === 'PRODUCTION') return mail
  return { ...mail, subject: subjectIn(mode, mail.subject), text: `${aboutTest}\n\n${mail.text}` }
}

/** Queues an email to every active administrator in the caller's transaction; returns the number of administrators. */
export async function notifyAdministrators(
  { jobs, seal }: { jobs: Jobs; seal: Seal },
  db: Kysely<Tables>,
  { subject, text, key, mode = 'PRODUCTION' }: AdministratorNotice,
): Promise<number> {
  const administrators = await db
    .selectFrom('staff')
    .select(['id', 'email', 'first_name'])
    .where('role', '=', 'ADMIN')
    .where('status', '=', 'ACTIVE')
    .orderBy('id')
    .execute()
  for (const { id, email, first_name } of administrators) {
    const mail = operatorMail(mode, { to: email, subject, text: `Hello ${first_name},\n\n${text}\n` })
    await queueMail(jobs, seal, db, mail, key === undefined ? {} : { key: `${key} ${id}` })
  }
  return administrators.length
}
