import { sql } from 'kysely'
import { type AuditEntry, writeAudit } from '@kobo/server/db/audit'
import type { Transaction } from '@kobo/server/db/database'
import type { AccountLien } from '@kobo/server/engine/liens/lien-account'
import { startLien } from '@kobo/server/engine/liens/place-lien'
import { endLien } from '@kobo/server/engine/liens/release-lien'
import { naira } from '@kobo/contract/kit/naira'
import { withIdsFrom } from '@kobo/server/uuid'
import { hourMs } from './calendar.ts'
import type { Past } from './past.ts'
import { seeded } from './random.ts'

interface Story {
  /** Part of the account's balance: more than 1 holds only what is there. */
  part: number
  reason: string
  hoursAgo: number
  /** Hours for which it lasts at most. */
  limitHours?: number
  released?: { afterHours: number; reason: string }
}

const stories: Story[] = [
  {
    part: 0.5,
    reason: 'Garnishee order of the High Court of Lagos State',
    hoursAgo: 9 * 24,
    released: { afterHours: 48, reason: 'The order was vacated' },
  },
  { part: 3, reason: 'Recovery of a reversed transfer that was already spent', hoursAgo: 50 },
  { part: 0.2, reason: 'Chargeback that the scheme announced', hoursAgo: 8, limitHours: 30 * 24 },
]

/**
 * Adds liens on wallets that hold money: one that was released, one larger than the balance, which holds all of it, and one with
 * an end.
 */
export async function addLiens(db: Transaction, past: Past): Promise<void> {
  const { mode, now, seed, staffIds } = past
  const random = seeded(`${seed} ${mode} liens`)
  const [staffId] = staffIds
  if (staffId === undefined) throw new Error('The demo has no operators')
  const accounts = await fundedWallets(db, past)
  await withIdsFrom(random.id, async () => {
    for (const { part, reason, hoursAgo, limitHours, released } of stories) {
      const account = accounts.shift()
      // A small demo may have too few.
      if (!account) continue
      const placedAt = new Date(now.getTime() - hoursAgo * hourMs)
      const until = limitHours === undefined ? null : new Date(placedAt.getTime() + limitHours * hourMs)
      // Whole naira, as people write them.
      const amountKobo = BigInt(Math.max(1, Math.round((Number(account.kobo) * part) / 100))) * 100n
      const order = { accountId: account.id, amountKobo, reason, until, staffId }
      const placed = await startLien(db, () => placedAt, mode, order)
      const after = { amount: naira(amountKobo), until: placed.lien.until }
      await audit(db, placed, { action: 'lien.place', staffId, at: placedAt, after, reason })
      if (!released) continue
      const at = new Date(placedAt.getTime() + released.afterHours * hourMs)
      const endedBy = { staffId, reason: released.reason }
      const ended = await endLien(db, () => at, mode, { lienId: placed.lien.id, endedBy })
      await audit(db, ended, {
        action: 'lien.release',
        staffId,
        at,
        before: { endedAt: null },
        after: { endedAt: ended.lien.ended_at },
        reason: released.reason,
      })
    }
  })
}

interface Decision extends Pick<AuditEntry, 'action' | 'before' | 'after' | 'reason'> {
  staffId: string
  at: Date
}

async function audit(
  db: Transaction,
  { lien, account }: AccountLien,
  { staffId, at, ...decision }: Decision,
): Promise<void> {
  const author = { staffId, sessionId: null, mode: account.mode, requestId: lien.id, at }
  const { merchantId } = account
  await writeAudit(db, author, { recordType: 'lien', recordId: lien.id, merchantId, ...decision })
}

/** Oldest wallets with money for which nothing waits, one for each story. */
async function fundedWallets(db: Transaction, { mode }: Past): Promise<{ id: string; kobo: bigint }[]> {
  const { rows } = await sql<{ id: string; kobo: bigint }>`
    select account.id, available_kobo as kobo from account join wallet on wallet.id = wallet_id
    where account.mode = ${mode} and kind = 'WALLET' and wallet.status = 'ACTIVE' and available_kobo > 0
      and account.frozen_scopes = '{}'
      and not exists (select from hold where hold.account_id = account.id and hold.status = 'HELD')
    order by account.created_at, account.id limit ${stories.length}`.execute(db)
  return rows
}
