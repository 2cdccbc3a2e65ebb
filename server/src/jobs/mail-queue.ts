import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Seal } from '../seal.ts'
import type { JobKinds } from './job-kinds.ts'
import type { Jobs } from './jobs.ts'

export interface QueuedMail {
  /** Nobody: thrown away when its turn comes, so that an address that nobody has takes the work of one that somebody has. */
  to: string | null
  subject: string
  text: string
}

/**
 * Queues a mail in the caller's transaction, sealed, because it may hold a code or a link; an urgent one goes before the rest.
 * A second mail with the same key is not queued.
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

/** Sends what is queued. A mail server that does not answer delays mails, it loses none. */
export async function workMailQueue(
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
