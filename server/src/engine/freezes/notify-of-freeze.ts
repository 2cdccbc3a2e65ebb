import { lagosTime } from '@kobo/contract/kit/day'
import { freezeNotice, unfreezeNotice } from '@kobo/contract/kit/freeze'
import type { Transaction } from '../../db/database.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { queueMail } from '../../jobs/mail-queue.ts'
import { queueEvents } from '../webhooks/queue-events.ts'
import type { Seal } from '../../seal.ts'
import type { Frozen } from './freeze-subject.ts'

export interface NoticeDeps {
  jobs: Jobs
  seal: Seal
}

/** Notifies a merchant of a freeze by webhook and email, without its reason. */
export async function notifyOfFreeze(db: Transaction, deps: NoticeDeps, frozen: Frozen): Promise<void> {
  const { freeze, subject } = frozen
  const until = freeze.until === null ? null : lagosTime(new Date(freeze.until))
  await notify(db, deps, frozen, {
    kind: 'merchant.frozen',
    at: new Date(freeze.started_at),
    data: { until: freeze.until },
    mail: freezeNotice({ ...subject, scopes: freeze.scopes, until, cancelsWaiting: freeze.cancels_waiting }),
  })
}

/** Notifies a merchant that a freeze is over. */
export async function notifyOfLifting(db: Transaction, deps: NoticeDeps, frozen: Frozen): Promise<void> {
  const { freeze, subject } = frozen
  await notify(db, deps, frozen, {
    kind: 'merchant.unfrozen',
    at: new Date(freeze.ended_at ?? freeze.started_at),
    data: { endedAt: freeze.ended_at },
    mail: unfreezeNotice(subject),
  })
}

interface Notice {
  kind: 'merchant.frozen' | 'merchant.unfrozen'
  at: Date
  data: object
  mail: { subject: string; text: string }
}

async function notify(
  db: Transaction,
  { jobs, seal }: NoticeDeps,
  { freeze, subject }: Frozen,
  { kind, at, data, mail }: Notice,
): Promise<void> {
  const { mode, merchantId, accountId, walletId, name } = subject
  const { kind: frozen, scopes, started_at: startedAt } = freeze
  const facts = { frozen, name, accountId, walletId, scopes, startedAt, ...data }
  await queueEvents(db, jobs, [{ mode, merchantId, transactionId: null, kind, data: facts, at }])
  await queueMail(jobs, seal, db, { to: subject.email, ...mail }, { key: `${kind} ${freeze.id}` })
}
