import type { cards } from '@kobo/contract/cards'
import type { Input } from '@kobo/contract/kit/call'
import { naira } from '@kobo/contract/kit/naira'
import { type RawBuilder, sql } from 'kysely'
import { daysBetween } from '../../db/days.ts'
import { nameMatches } from '../../db/text-match.ts'
import { expiryText, isExpired } from '../../engine/cards/card-number.ts'
import { deletionBlocker, heldByCard } from '../../engine/cards/card-status.ts'
import type { Handler } from '../../http/handler.ts'
import { notFound } from '../../http/http-error.ts'
import { cardScope } from '../../ledger/counters/scopes.ts'
import { readCountedPage } from '../../ledger/counters/read-counted-page.ts'

type List = typeof cards.list

/** Lists issued cards, newest first. */
export const listCards: Handler<List> = async (input, { db, mode }) => {
  const { merchantId, status, type, batchReference, search } = input
  const days = daysBetween(input.startDate, input.endDate)
  if (days.from > days.to) return { totalRecords: 0, cards: [] }
  const { total, rows } = await readCountedPage(
    db,
    {
      table: 'card',
      days,
      matches: matchesFilter(mode, input),
      // A batch has few cards, and a search matches few.
      counted:
        batchReference === undefined && search === undefined
          ? { mode, scope: cardScope, merchantId, type: status, category: type, days }
          : null,
      columns,
      joins,
    },
    input,
  )
  return { totalRecords: Number(total), cards: rows.map(asCard) }
}

/** Returns one card with the amount it holds. */
export const cardDetails: Handler<typeof cards.details> = async ({ cardId }, { db, mode, now }) => {
  const { rows } = await sql<CardDetail>`
    select ${columns}, t.batch_id, t.blocked_at, t.blocked_reason, t.deleted_at from card as t ${joins}
    where t.id = ${cardId} and t.mode = ${mode}
  `.execute(db)
  const [row] = rows
  if (!row) throw notFound('This card')
  const held = await heldByCard(db, row.id)
  return {
    card: {
      ...asCard(row),
      batchId: row.batch_id,
      isExpired: isExpired(row.expires_on, now),
      blockedReason: row.blocked_reason,
      blockedAt: row.blocked_at,
      deletedAt: row.deleted_at,
      held: naira(held.heldKobo),
      openAuthorisations: held.count,
      hindrance: deletionBlocker(row, held),
    },
  }
}

interface ListedCard {
  id: string
  created_at: string
  status: string
  type: string
  holder_name: string
  masked_pan: string
  expires_on: string
  merchant_id: string
  business_name: string
  batch_reference: string
  wallet_id: string | null
  wallet_name: string | null
}

interface CardDetail extends ListedCard {
  batch_id: string
  blocked_at: string | null
  blocked_reason: string | null
  deleted_at: string | null
}

const columns = sql<ListedCard>`t.id, t.created_at, t.status, t.type, t.holder_name, t.masked_pan,
  t.expires_on::text as expires_on, t.merchant_id, merchant.business_name, card_batch.reference as batch_reference,
  t.wallet_id, wallet.account_name as wallet_name`

const joins = sql`
  left join merchant on merchant.id = t.merchant_id
  left join card_batch on card_batch.id = t.batch_id
  left join wallet on wallet.id = t.wallet_id`

function asCard(row: ListedCard) {
  return {
    id: row.id,
    createdAt: row.created_at,
    status: row.status,
    type: row.type,
    holderName: row.holder_name,
    maskedPan: row.masked_pan,
    expiry: expiryText(row.expires_on),
    batchReference: row.batch_reference,
    merchant: { id: row.merchant_id, businessName: row.business_name },
    wallet: row.wallet_id === null ? null : { id: row.wallet_id, accountName: row.wallet_name },
  }
}

function matchesFilter(
  mode: string,
  { merchantId, status, type, batchReference, search }: Input<List>,
): RawBuilder<boolean> {
  const conditions = [sql`mode = ${mode}`]
  if (merchantId !== undefined) conditions.push(sql`merchant_id = ${merchantId}`)
  if (status !== undefined) conditions.push(sql`status = ${status}`)
  if (type !== undefined) conditions.push(sql`type = ${type}`)
  if (batchReference !== undefined) {
    const prefix = batchReference.toUpperCase()
    conditions.push(sql`batch_id in (select id from card_batch where reference ^@ ${prefix} and mode = ${mode})`)
  }
  if (search !== undefined) conditions.push(isFoundBy(search))
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** Matches the last four digits, the only ones a holder may disclose, or the name on the card. */
function isFoundBy(search: string): RawBuilder<boolean> {
  return /^\d{4}$/.test(search) ? sql<boolean>`last_four = ${search}` : nameMatches('holder_name', search)
}
