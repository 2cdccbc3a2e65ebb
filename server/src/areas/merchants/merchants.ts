import { maxPageSize } from '@kobo/contract/kit/page'
import type { merchants } from '@kobo/contract/merchants'
import { sql } from 'kysely'
import { withSnapshot } from '../../db/with-snapshot.ts'
import { nameMatches, startsWith } from '../../db/text-match.ts'
import type { Handler } from '../../http/handler.ts'
import { staffName } from '../../http/display.ts'
import { merchantsByKyc } from '../../ledger/counters/merchants-by-kyc.ts'

/**
 * Lists merchants, newest first by default. A search puts names that begin with it first. Runs two statements. A picker
 * receives all accepted merchants in one page, with only the fields that it shows.
 */
export const listMerchants: Handler<typeof merchants.list> = async (input, { db, mode }) => {
  const { page, verified, verification, search, sort } = input
  const order = sort === 'oldest' ? 'asc' : 'desc'
  const isPicker = verified === 'ACCEPTED' && input.size > maxPageSize
  const size = isPicker ? input.size : Math.min(input.size, maxPageSize)
  const [totals, rows] = await withSnapshot(db, async (snapshot) => {
    const matching = snapshot
      .selectFrom('merchant')
      .where('mode', '=', mode)
      .$if(search !== undefined, (query) => query.where(nameMatches('business_name', search ?? '')))
    const found = matching.select((eb) => ['verified', eb.fn.countAll<bigint>().as('n')]).groupBy('verified')
    const counted = search === undefined ? await merchantsByKyc(snapshot, mode) : await found.execute()
    const isFirst = startsWith('business_name', search ?? '')
    const ordered = matching
      .select(['id', 'created_at', 'prefix', 'business_name', 'email', 'verified', 'status'])
      .select(['reviewer_id', 'review_started_at'])
      .select(sql<boolean>`cardinality(frozen_scopes) > 0`.as('is_frozen'))
      .$if(verified !== undefined, (query) => query.where('verified', '=', verified ?? 'ACCEPTED'))
      .$if(verification === 'VERIFIED', (query) => query.where('verified', '=', 'ACCEPTED'))
      .$if(verification === 'NON_VERIFIED', (query) => query.where('verified', '<>', 'ACCEPTED'))
      .$if(search !== undefined, (query) => query.orderBy(isFirst, 'desc'))
      .orderBy('created_at', order)
      .orderBy('id', order)
      .limit(size)
      .offset((page - 1) * size)
    if (isPicker) return [counted, (await ordered.execute()).map(asPicked)] as const
    // Counts wallets only for the rows of this page, not for those before it.
    const shown = await snapshot
      .selectFrom(ordered.as('merchant'))
      .leftJoin('staff as reviewer', 'reviewer.id', 'merchant.reviewer_id')
      .select([
        'merchant.id',
        'merchant.created_at',
        'prefix',
        'business_name',
        'merchant.email',
        'verified',
        'merchant.status',
      ])
      .select(['review_started_at', 'reviewer.first_name', 'reviewer.last_name', 'is_frozen'])
      .select((eb) =>
        eb
          .selectFrom('wallet')
          .select((wallet) => wallet.fn.countAll().as('n'))
          .whereRef('wallet.merchant_id', '=', 'merchant.id')
          .as('total_wallets'),
      )
      .$if(search !== undefined, (query) => query.orderBy(isFirst, 'desc'))
      .orderBy('merchant.created_at', order)
      .orderBy('merchant.id', order)
      .execute()
    const listed = shown.map((row) => ({
      ...asPicked(row),
      prefix: row.prefix,
      email: row.email,
      isFrozen: row.is_frozen,
      totalWallets: Number(row.total_wallets ?? 0),
      ...(row.review_started_at !== null && {
        review: { staffName: staffName(row), startedAt: row.review_started_at },
      }),
    }))
    return [counted, listed] as const
  })
  const counted = new Map(totals.map(({ verified: status, n }) => [status, Number(n)]))
  const total = totals.reduce((sum, { n }) => sum + Number(n), 0)
  const accepted = counted.get('ACCEPTED') ?? 0
  const isListed = (status: string) =>
    (verified === undefined || status === verified) &&
    (verification === undefined || (status === 'ACCEPTED') === (verification === 'VERIFIED'))
  return {
    totalRecords: [...counted].reduce((sum, [status, n]) => sum + (isListed(status) ? n : 0), 0),
    totalVerifiedMerchants: accepted,
    totalNonVerifiedMerchants: total - accepted,
    merchants: rows,
  }
}

interface Row {
  id: string
  created_at: string
  business_name: string
  verified: string
  status: string
}

/** Returns the fields that a picker shows. */
function asPicked({ id, created_at: createdAt, business_name: businessName, verified, status }: Row) {
  return { id, createdAt, businessName, verified, status }
}
