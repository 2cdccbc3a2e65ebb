import type { DecisionNotice } from '@kobo/contract/kit/decision-notice'
import type { Transaction } from '../../db/database.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { queueMail } from '../../jobs/mail-queue.ts'
import type { Seal } from '../../seal.ts'
import { queueEvents } from '../webhooks/queue-events.ts'
import { readRecipients, type Recipients } from './recipients.ts'

export type DecisionKind =
  | 'merchant.kyc_approved'
  | 'merchant.kyc_declined'
  | 'merchant.upgrade_approved'
  | 'merchant.upgrade_declined'
  | 'wallet.tier_approved'
  | 'wallet.tier_rejected'

/** A decision about a merchant or one of its wallets. */
export interface DecisionEvent {
  kind: DecisionKind
  merchantId: string
  /** Id of the decided record. */
  recordId: string
  /** Webhook data besides `decidedAt`. */
  data: object
  notice: (recipients: Recipients) => DecisionNotice
}

interface NoticeContext {
  db: Transaction
  jobs: Jobs
  seal: Seal
  mode: string
  now: Date
}

/**
 * Notifies a merchant of a decision, in its transaction, by webhook and email; of its KYC also the owner, if their address is
 * another one. Returns how, for the audit; nobody can be notified without an endpoint and an address.
 */
export async function notifyOfDecision(context: NoticeContext, event: DecisionEvent): Promise<string[]> {
  const { db, jobs, seal, mode, now: at } = context
  const { kind, merchantId, recordId, data, notice } = event
  const recipients = await readRecipients(db, { mode, merchantId })
  if (!recipients) throw new Error('The merchant does not exist')
  const decidedAt = at.toISOString()
  const facts = { ...data, decidedAt }
  const sent = await queueEvents(db, jobs, [{ mode, merchantId, transactionId: null, kind, data: facts, at }])
  const mail = notice(recipients)
  const toOwner = kind.startsWith('merchant.kyc') ? recipients.ownerEmail : null
  const letters = [
    { by: 'Email', to: recipients.email },
    { by: 'Email to the owner', to: toOwner },
  ].filter(({ to }) => to !== null)
  for (const { by, to } of letters) {
    await queueMail(jobs, seal, db, { to, ...mail }, { key: `${kind} ${recordId} ${decidedAt} ${by}` })
  }
  return [...letters.map(({ by }) => by), ...sent.map(() => 'Webhook')]
}
