import { sql } from 'kysely'
import type { Transaction } from '@kobo/server/db/database'
import { blockCard, deleteCard, heldByCard } from '@kobo/server/engine/cards/card-status'
import { issueCards, notifyBatchDecision } from '@kobo/server/engine/cards/issue-cards'
import { requestBatch } from '@kobo/server/engine/cards/request-batch'
import { type AuditEntry, writeAudit } from '@kobo/server/db/audit'
import { dayMs, hourMs, minuteMs } from './calendar.ts'
import type { CardScene, IssuedCardCounts, PastCard, PastEvent } from './card-scene.ts'
import { pastSpending, payDays } from './card-spending.ts'
import { countAdded, type Past } from './past.ts'
import { seeded } from './random.ts'

const declines = ['The contract for cards is not signed yet', 'The names do not match the customers']
const blocks = ['Reported lost', 'Reported stolen', 'Suspected fraud', 'The holder has left']

/**
 * Adds card batches in every status, active, blocked and deleted cards, and their payments, through the engine in chronological
 * order. Returns the number of transactions.
 */
export async function addIssuedCards(db: Transaction, past: Past, counts: IssuedCardCounts): Promise<number> {
  const random = seeded(`${past.seed} ${past.mode} issued cards`)
  const scene = { ...past, db, random }
  return await countAdded(db, random, past.mode, async () => {
    const cards = await issueAll(scene, counts)
    const { events, untouched } = pastSpending(scene, cards)
    for (const { carryOut } of [...events, ...payDays(scene)].toSorted(byTime)) await carryOut()
    await retire(scene, untouched)
  })
}

const byTime = (a: PastEvent, b: PastEvent) => a.at.getTime() - b.at.getTime()

/** Requests batches and decides most of them; returns the issued cards. */
async function issueAll(scene: CardScene, counts: IssuedCardCounts): Promise<PastCard[]> {
  const { db, random, now, since } = scene
  const merchants = random.several(await issuers(scene), counts.accepted + counts.pending + counts.declined)
  const cards: PastCard[] = []
  for (const [index, merchantId] of merchants.entries()) {
    const isDecided = index < counts.accepted + counts.declined
    const until = now.getTime() - (isDecided ? 9 * dayMs : hourMs)
    const from = isDecided ? since.getTime() : now.getTime() - 3 * dayMs
    const at = new Date(Math.floor(from + random.next() * (until - from)))
    const batchId = await requestCards(scene, { merchantId, index, at })
    const decidedAt = new Date(at.getTime() + random.whole(20, 600) * minuteMs)
    if (index < counts.accepted) cards.push(...(await accept(scene, batchId, decidedAt)))
    else if (isDecided) await decline(scene, batchId, decidedAt)
  }
  // A merchant without card permission requests a batch as well.
  const [extra] = await sql<{ id: string }>`
    select merchant.id from merchant join account on account.merchant_id = merchant.id and account.kind = 'MERCHANT'
    where merchant.mode = ${scene.mode} and merchant.status = 'ACTIVE' and not is_card_enabled
    order by merchant.id limit 1`
    .execute(db)
    .then(({ rows }) => rows)
  if (extra) await requestCards(scene, { merchantId: extra.id, index: 1, at: new Date(now.getTime() - 5 * hourMs) })
  return cards
}

/** Returns active merchants that may issue cards and have no automatic settlement. */
async function issuers({ db, mode, since }: CardScene): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select merchant.id from merchant join account on account.merchant_id = merchant.id and account.kind = 'MERCHANT'
    where merchant.mode = ${mode} and merchant.status = 'ACTIVE' and is_card_enabled
      and not auto_settlement and not auto_instant_settlement
      and account.created_at < ${since.toISOString()}
    order by merchant.id`.execute(db)
  return rows.map(({ id }) => id)
}

interface CardRequest {
  merchantId: string
  index: number
  at: Date
}

async function requestCards({ db, random, mode }: CardScene, { merchantId, index, at }: CardRequest): Promise<string> {
  const { rows } = await sql<{ walletId: string | null; name: string }>`
    select wallet.id as "walletId", left(account.account_name, 26) as name
    from account left join wallet on wallet.id = account.wallet_id
    where account.merchant_id = ${merchantId} and account.kind in ('MERCHANT', 'WALLET')
      and account.created_at < ${at.toISOString()}
      and (wallet.id is null or wallet.status = 'ACTIVE' and num_nonnulls(wallet.bvn, wallet.nin) >= least(wallet.tier, 2))
    order by account.kind, account.account_number limit 7`.execute(db)
  const holders = rows.map(({ walletId, name }) => ({ walletId, name: name.trim() }))
  const reference = `CARDS-${random.digits(8)}`
  const type = index % 3 === 0 ? 'PHYSICAL' : 'VIRTUAL'
  return (await requestBatch(db, { mode, merchantId, reference, type, holders, at })).batchId
}

async function accept(scene: CardScene, batchId: string, at: Date): Promise<PastCard[]> {
  const { db, random } = scene
  const batch = await db.selectFrom('card_batch').selectAll().where('id', '=', batchId).executeTakeFirstOrThrow()
  const cards = await issueCards(db, null, { batch, at, draw: random })
  await decide(scene, batchId, { status: 'ACCEPTED', at })
  await audit(scene, at, {
    action: 'card-batch.approve',
    recordType: 'card_batch',
    recordId: batchId,
    after: { cards },
  })
  return await db
    .selectFrom('card')
    .innerJoin('account', 'account.id', 'account_id')
    .selectAll('card')
    .select('account_number')
    .where('batch_id', '=', batchId)
    .orderBy('card.id')
    .execute()
}

async function decline(scene: CardScene, batchId: string, at: Date): Promise<void> {
  const { db, random } = scene
  const reason = random.pick(declines)
  const batch = await db.selectFrom('card_batch').selectAll().where('id', '=', batchId).executeTakeFirstOrThrow()
  await decide(scene, batchId, { status: 'DECLINED', at, reason })
  await notifyBatchDecision(db, null, { batch, kind: 'card.batch_declined', at, more: { reason } })
  await audit(scene, at, { action: 'card-batch.decline', recordType: 'card_batch', recordId: batchId, reason })
}

async function decide(
  { db, random, staffIds }: CardScene,
  batchId: string,
  { status, at, reason }: { status: string; at: Date; reason?: string },
): Promise<void> {
  const decided_by = random.pick(staffIds)
  await db
    .updateTable('card_batch')
    .set({ status, decided_by, decided_at: at.toISOString(), decision_reason: reason ?? null })
    .where('id', '=', batchId)
    .execute()
}

/** Blocks cards without recent payments or holds, and deletes some of them. */
async function retire(scene: CardScene, cards: readonly PastCard[]): Promise<void> {
  const { db, random, now } = scene
  for (const [index, card] of cards.entries()) {
    if ((await heldByCard(db, card.id)).count > 0) continue
    const at = new Date(now.getTime() - random.whole(30, 70) * hourMs)
    const reason = random.pick(blocks)
    await blockCard(db, { card, at, reason })
    const about = { recordType: 'card' as const, recordId: card.id, merchantId: card.merchant_id }
    await audit(scene, at, { ...about, action: 'card.block', reason })
    if (index % 2 === 0) continue
    const later = new Date(at.getTime() + random.whole(1, 20) * hourMs)
    await deleteCard(db, { card: { ...card, status: 'BLOCKED' }, at: later })
    await audit(scene, later, { ...about, action: 'card.delete' })
  }
}

async function audit({ db, random, mode, staffIds }: CardScene, at: Date, entry: AuditEntry): Promise<void> {
  const by = { staffId: random.pick(staffIds), sessionId: null, mode, requestId: entry.recordId, at }
  await writeAudit(db, by, entry)
}
