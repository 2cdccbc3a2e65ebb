import { lagosTime } from '@kobo/contract/kit/day'
import { lienNotice, lienReleaseNotice } from '@kobo/contract/kit/lien'
import { naira } from '@kobo/contract/kit/naira'
import type { Transaction } from '../../db/database.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { queueMail } from '../../jobs/mail-queue.ts'
import type { Seal } from '../../seal.ts'
import { formatNaira } from '../format-naira.ts'
import { queueEvents } from '../webhooks/queue-events.ts'
import type { AccountLien } from './lien-account.ts'

export interface NoticeDeps {
  jobs: Jobs
  seal: Seal
}

/** Notifies a merchant of a lien by webhook and email, without its reason. */
export async function notifyOfLien(db: Transaction, deps: NoticeDeps, placed: AccountLien): Promise<void> {
  const { lien, account } = placed
  const until = lien.until === null ? null : lagosTime(new Date(lien.until))
  await notify(db, deps, placed, {
    kind: 'account.lien_placed',
    at: new Date(lien.created_at),
    data: { until: lien.until },
    mail: lienNotice({ ...account, amount: formatNaira(lien.amount_kobo), until }),
  })
}

/** Notifies a merchant that a lien is over. */
export async function notifyOfRelease(db: Transaction, deps: NoticeDeps, released: AccountLien): Promise<void> {
  const { lien, account } = released
  await notify(db, deps, released, {
    kind: 'account.lien_released',
    at: new Date(lien.ended_at ?? lien.created_at),
    data: { endedAt: lien.ended_at },
    mail: lienReleaseNotice({ ...account, amount: formatNaira(lien.amount_kobo) }),
  })
}

interface Notice {
  kind: 'account.lien_placed' | 'account.lien_released'
  at: Date
  data: object
  mail: { subject: string; text: string }
}

async function notify(
  db: Transaction,
  { jobs, seal }: NoticeDeps,
  { lien, account }: AccountLien,
  { kind, at, data, mail }: Notice,
): Promise<void> {
  const { mode, merchantId, id: accountId, kind: accountKind, walletId, accountNumber, name } = account
  const facts = {
    lienId: lien.id,
    account: accountKind,
    name,
    accountId,
    walletId,
    accountNumber,
    amount: naira(lien.amount_kobo),
    placedAt: lien.created_at,
    ...data,
  }
  await queueEvents(db, jobs, [{ mode, merchantId, transactionId: null, kind, data: facts, at }])
  await queueMail(jobs, seal, db, { to: account.email, ...mail }, { key: `${kind} ${lien.id}` })
}
