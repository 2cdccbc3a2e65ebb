import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Seal } from '../seal.ts'
import type { Jobs } from './jobs.ts'
import { queueMail } from './mail-queue.ts'

export interface AdministratorNotice {
  subject: string
  text: string
  /** Each administrator receives one email per key, however often and by however many servers it is requested. */
  key?: string
}

/** Queues an email to every active administrator in the caller's transaction; returns the number of administrators. */
export async function notifyAdministrators(
  { jobs, seal }: { jobs: Jobs; seal: Seal },
  db: Kysely<Tables>,
  { subject, text, key }: AdministratorNotice,
): Promise<number> {
  const administrators = await db
    .selectFrom('staff')
    .select(['id', 'email', 'first_name'])
    .where('role', '=', 'ADMIN')
    .where('status', '=', 'ACTIVE')
    .orderBy('id')
    .execute()
  for (const { id, email, first_name } of administrators) {
    const mail = { to: email, subject, text: `Hello ${first_name},\n\n${text}\n` }
    await queueMail(jobs, seal, db, mail, key === undefined ? {} : { key: `${key} ${id}` })
  }
  return administrators.length
}
