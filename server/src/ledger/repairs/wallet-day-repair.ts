import { sql } from 'kysely'
import type { ChunkedScan } from '../../db/run-chunk.ts'

const walletsAtOnce = 500
const noId = '00000000-0000-0000-0000-000000000000'

/** Backfills the merchant of each wallet day. */
export const walletDayRepair: ChunkedScan = {
  name: 'wallet days',
  begin: async () => noId,
  async chunk(db, after) {
    const { rows } = await sql<{ id: string }>`
      with piece as (select id, merchant_id from account where id > ${after} order by id limit ${walletsAtOnce}), changed as (
        update wallet_day set merchant_id = piece.merchant_id from piece
        where account_id = piece.id and wallet_day.merchant_id is null
      )
      select id from piece order by id
    `.execute(db)
    return { next: rows.length < walletsAtOnce ? null : (rows.at(-1)?.id ?? null), repaired: [] }
  },
}
