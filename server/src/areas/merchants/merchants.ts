import type { merchants } from '@kobo/contract/merchants'
import { inSnapshot } from '../../db/in-snapshot.ts'
import { nameMatches, startsWith } from '../../db/like.ts'
import type { Handler } from '../../http/handler.ts'

/** Merchants, newest first; with a search those whose name begins with it first. Two statements. */
export const listMerchants: Handler<typeof merchants.list> = async (input, { db, mode }) => {
  const { page, size, verified, search } = input
  const [totals, rows] = await inSnapshot(db, async (snapshot) => {
    const matching = snapshot
      .selectFrom('merchant')
      .where('mode', '=', mode)
      .$if(search !== undefined, (query) => query.where(nameMatches('business_name', search ?? '')))
    const counted = await matching
      .select((eb) => [
        eb.fn.countAll().as('all'),
        eb.fn.countAll().filterWhere('verified', '=', 'ACCEPTED').as('accepted'),
        eb.fn
          .countAll()
          .filterWhere('verified', '=', verified ?? 'ACCEPTED')
          .as('asked'),
      ])
      .executeTakeFirstOrThrow()
    const found = await matching
      .select(['id', 'created_at', 'prefix', 'business_name', 'email', 'verified', 'status'])
      .select((eb) =>
        eb
          .selectFrom('wallet')
          .select((wallet) => wallet.fn.countAll().as('n'))
          .whereRef('wallet.merchant_id', '=', 'merchant.id')
          .as('total_wallets'),
      )
      .$if(verified !== undefined, (query) => query.where('verified', '=', verified ?? 'ACCEPTED'))
      .$if(search !== undefined, (query) => query.orderBy(startsWith('business_name', search ?? ''), 'desc'))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(size)
      .offset((page - 1) * size)
      .execute()
    return [counted, found] as const
  })
  const all = Number(totals.all)
  const accepted = Number(totals.accepted)
  return {
    totalRecords: verified === undefined ? all : Number(totals.asked),
    totalVerifiedMerchants: accepted,
    totalNonVerifiedMerchants: all - accepted,
    merchants: rows.map((row) => ({
      id: row.id,
      createdAt: row.created_at,
      prefix: row.prefix,
      businessName: row.business_name,
      email: row.email,
      totalWallets: Number(row.total_wallets ?? 0),
      verified: row.verified,
      status: row.status,
    })),
  }
}
