import type { services } from '@kobo/contract/services'
import { type RawBuilder, sql } from 'kysely'
import { everyWordIn } from '../../db/text-match.ts'
import { isService, stoppedWork } from '../../engine/service-status.ts'
import type { Handler } from '../../http/handler.ts'
import { staffName } from '../../http/display.ts'

/** Lists the services that merchants use, by name. They are few, so all of them are read in one query. */
export const listServices: Handler<typeof services.list> = async ({ page, size, status, name }, { db, mode }) => {
  const conditions: RawBuilder<unknown>[] = [sql`service.code is not null`]
  if (name !== undefined) conditions.push(everyWordIn(['service.name'], name))
  if (status !== undefined) conditions.push(sql`coalesce(switch.status, 'ACTIVE') = ${status}`)
  const { rows } = await sql<ServiceRow>`
    select service.id, service.code, service.name, coalesce(switch.status, 'ACTIVE') as status, changed_at, reason,
      first_name, last_name, (
        select count(*) from merchant_service join merchant on merchant.id = merchant_id
        where service_id = service.id and merchant.mode = ${mode}
      ) as merchants
    from service
    left join service_switch as switch on switch.service_id = service.id and switch.mode = ${mode}
    left join staff on staff.id = changed_by
    where ${sql.join(conditions, sql` and `)}
    order by service.name`.execute(db)
  const shown = rows.slice((page - 1) * size, page * size)
  return {
    totalRecords: rows.length,
    services: shown.map((row) => ({
      id: row.id,
      name: row.name,
      status: row.status,
      totalMerchants: Number(row.merchants),
      stops: isService(row.code) ? stoppedWork(row.code) : null,
      changedBy: row.changed_at === null ? null : staffName(row),
      changedAt: row.changed_at,
      reason: row.reason,
    })),
  }
}

interface ServiceRow {
  id: string
  code: string
  name: string
  status: string
  changed_at: string | null
  reason: string | null
  first_name: string | null
  last_name: string | null
  merchants: bigint
}
