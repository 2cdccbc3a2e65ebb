import type { Mode } from '@kobo/contract/kit/mode'
import { aboutTest, subjectIn } from '@kobo/contract/kit/mail-about-test'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Seal } from '../seal.ts'
import { uuidv7 } from '../uuid.ts'
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
  await jobs.enqueue(db, 'mail', closeMail(seal, JSON.stringify(mail)), { urgent, ...(key && { key }) })
}

/** An email as a job holds it. */
export type SealedMail = JobKinds['mail']

/** Seals an email, bound to an id of its own, since a job gets its id later. */
export function closeMail(seal: Seal, mail: string): SealedMail {
  const id = uuidv7()
  return { id, sealed: seal.close(mail, placeOf(id)) }
}

/** Opens an email; those of the release before have no id. */
export function openMail(seal: Seal, { id, sealed }: SealedMail): string {
  return seal.open(sealed, placeOf(id ?? ''))
}

function placeOf(id: string) {
  return { table: 'mail', column: 'sealed', id }
}

/** Sends queued emails. An unavailable mail server delays them, but loses none. */
export async function runMailJobs(
  jobs: Jobs,
  seal: Seal,
  send: (mail: QueuedMail & { to: string }) => Promise<void>,
  concurrency: number,
): Promise<void> {
  const work = async (sealed: SealedMail) => {
    const mail = JSON.parse(openMail(seal, sealed)) as QueuedMail
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
