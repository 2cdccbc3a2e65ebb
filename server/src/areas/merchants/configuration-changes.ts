import { type merchants, merchantFlags } from '@kobo/contract/merchants'
import { sql } from 'kysely'
import { staffName } from '../../http/display.ts'
import type { Handler } from '../../http/handler.ts'
import { requireInMode } from '../../http/record-in-mode.ts'

interface ChangeRow {
  flag: string
  before: boolean
  after: boolean
  at: string
  first_name: string | null
  last_name: string | null
  reason: string | null
}

/** Returns the last change of each flag, as the audit recorded it. */
export const configurationChanges: Handler<typeof merchants.configurationChanges> = async ({ merchantId }, context) => {
  const { id } = await requireInMode(context, 'merchant', merchantId)
  const { rows } = await sql<ChangeRow>`
    select flag, change.before, change.after, change.at, first_name, last_name, change.reason
    from unnest(${[...merchantFlags, 'isCardEnabled']}::text[]) with ordinality as flag (flag, position)
    cross join lateral (
      select (before->>flag)::boolean as before, (after->>flag)::boolean as after, at, staff_id, reason
      from audit
      where record_type = 'merchant' and record_id = ${id} and action in ('merchant.configure', 'merchant.enable-cards') and after ? flag
      order by at desc limit 1
    ) as change
    left join staff on staff.id = change.staff_id
    order by position
  `.execute(context.db)
  return {
    changes: rows.map(({ flag, before, after, at, reason, ...by }) => ({
      flag,
      before,
      after,
      at,
      staffName: staffName(by),
      reason,
    })),
  }
}
