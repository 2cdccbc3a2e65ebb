import { sql } from 'kysely'
import { selectOpen, themselves, type WorkSource } from '../work-source.ts'

/** Request of a wallet for a higher tier. */
export const tier: WorkSource = {
  kind: 'TIER',
  open: [
    (_now, within) =>
      selectOpen(
        {
          mode: sql`request.mode`,
          subject_id: sql`request.id::text`,
          name: sql`account_name`,
          merchant_id: sql`request.merchant_id`,
          parent_id: sql`wallet.id`,
          opened_at: sql`request.created_at`,
        },
        sql`wallet_upgrade request join wallet on wallet.id = wallet_id
        where request.status = 'PENDING' and ${within(sql`request.id`)}`,
      ),
  ],
  touched: { wallet_upgrade: themselves },
}
