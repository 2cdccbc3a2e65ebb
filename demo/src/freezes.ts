import { sql } from 'kysely'
import { allScopes, type FreezableKind, type FreezeScope } from '@kobo/contract/kit/freeze'
import { type AuditEntry, writeAudit } from '@kobo/server/db/audit'
import type { Transaction } from '@kobo/server/db/database'
import { endFreeze, startFreeze } from '@kobo/server/engine/freezes/freeze-account'
import type { Frozen, SubjectId } from '@kobo/server/engine/freezes/freeze-subject'
import { withIdsFrom } from '@kobo/server/uuid'
import { dayMs, hourMs } from './calendar.ts'
import type { Past } from './past.ts'
import { seeded } from './random.ts'

interface Story {
  kind: Extract<FreezableKind, 'MERCHANT' | 'WALLET'>
  scopes: FreezeScope[]
  reason: string
  hoursAgo: number
  /** Hours for which it lasts at most. */
  limitHours?: number
  lifted?: { afterHours: number; reason: string }
}

const stories: Story[] = [
  {
    kind: 'MERCHANT',
    scopes: ['MONEY_OUT', 'SIGNED_CALLS'],
    reason: 'Payouts to new accounts at night; the merchant confirmed that its keys were stolen',
    hoursAgo: 12 * 24,
    lifted: { afterHours: 20, reason: 'New keys are in use, and the merchant signed the letter' },
  },
  {
    kind: 'MERCHANT',
    scopes: allScopes('MERCHANT'),
    reason: 'Court order of the Federal High Court, Lagos',
    hoursAgo: 30,
  },
  {
    kind: 'WALLET',
    scopes: allScopes('WALLET'),
    reason: 'The holder reports that the phone was stolen',
    hoursAgo: 5,
    limitHours: 72,
  },
]

/** Adds freezes of merchants and wallets that have moved no money: two in force, and one that was lifted. */
export async function addFreezes(db: Transaction, past: Past): Promise<void> {
  const { mode, now, seed, staffIds } = past
  const random = seeded(`${seed} ${mode} freezes`)
  const [staffId] = staffIds
  if (staffId === undefined) throw new Error('The demo has no operators')
  const subjects = { MERCHANT: await quietMerchants(db, past), WALLET: await quietWallets(db, past) }
  await withIdsFrom(random.id, async () => {
    for (const { kind, scopes, reason, hoursAgo, limitHours, lifted } of stories) {
      const subject = subjects[kind].shift()
      // A small demo may have too few.
      if (!subject) continue
      const startedAt = new Date(now.getTime() - hoursAgo * hourMs)
      const until = limitHours === undefined ? null : new Date(startedAt.getTime() + limitHours * hourMs)
      const order = { subject, scopes, reason, until, cancelsWaiting: false, staffId }
      const started = await startFreeze(db, () => startedAt, mode, order)
      const after = { scopes, until: started.freeze.until, cancelWaiting: false }
      await audit(db, started, { action: 'freeze.start', staffId, at: startedAt, before: notFrozen, after, reason })
      if (!lifted) continue
      const endedAt = new Date(startedAt.getTime() + lifted.afterHours * hourMs)
      const ended = await endFreeze(db, () => endedAt, mode, { subject, endedBy: { staffId, reason: lifted.reason } })
      const before = { scopes, until: null }
      await audit(db, ended, {
        action: 'freeze.lift',
        staffId,
        at: endedAt,
        before,
        after: none,
        reason: lifted.reason,
      })
    }
  })
}

const none = { scopes: [], until: null }
const notFrozen = { ...none, cancelWaiting: null }

interface Decision extends Pick<AuditEntry, 'action' | 'before' | 'after' | 'reason'> {
  staffId: string
  at: Date
}

async function audit(
  db: Transaction,
  { freeze, subject }: Frozen,
  { staffId, at, ...decision }: Decision,
): Promise<void> {
  const author = { staffId, sessionId: null, mode: subject.mode, requestId: freeze.id, at }
  const { merchantId } = subject
  await writeAudit(db, author, { recordType: 'freeze', recordId: freeze.id, merchantId, ...decision })
}

/** Oldest merchants that the demo's other stories do not need, two of them for each mode. */
async function quietMerchants(db: Transaction, { mode, now }: Past): Promise<SubjectId[]> {
  const { rows } = await sql<{ merchantId: string }>`
    select merchant.id as "merchantId" from merchant
    where mode = ${mode} and status = 'ACTIVE' and verified = 'ACCEPTED'
      and created_at < ${new Date(now.getTime() - 20 * dayMs).toISOString()}
      and not exists (select from transaction where merchant_id = merchant.id)
    order by created_at, id limit 2`.execute(db)
  return rows
}

async function quietWallets(db: Transaction, { mode }: Past): Promise<SubjectId[]> {
  const { rows } = await sql<{ accountId: string }>`
    select account.id as "accountId" from account join wallet on wallet.id = wallet_id
    where account.mode = ${mode} and kind = 'WALLET' and wallet.status = 'ACTIVE'
      and not exists (select from transaction where transaction.account_id = account.id)
    order by account.created_at, account.id limit 1`.execute(db)
  return rows
}
