import type { services } from '@kobo/contract/services'
import { sql } from 'kysely'
import type { Handler } from '../../http/handler.ts'
import { conflict, notFound } from '../../http/http-error.ts'

/** Enables or disables a service in the operator's mode. Of two concurrent changes the second is rejected with a conflict. */
export const changeService: Handler<typeof services.change> = async ({ serviceId, status, reason }, context) => {
  const { db, mode, staff, now } = context
  const service = await db
    .selectFrom('service')
    .selectAll()
    .where('id', '=', serviceId)
    .where('code', 'is not', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!service) throw notFound('This service')
  // A statement of its own, because one that waited for the lock joins the version it saw before.
  const found = await db
    .selectFrom('service_switch')
    .select('status')
    .where('service_id', '=', serviceId)
    .where('mode', '=', mode)
    .executeTakeFirst()
  const before = found?.status ?? 'ACTIVE'
  const statusText = status === 'ACTIVE' ? 'enabled' : 'disabled'
  if (before === status) throw conflict(`${service.name} is already ${statusText}`)
  await sql`
    insert into service_switch (mode, service_id, status, changed_at, changed_by, reason)
    values (${mode}, ${serviceId}, ${status}, ${now.toISOString()}, ${staff.id}, ${reason})
    on conflict (mode, service_id) do update set status = excluded.status, changed_at = excluded.changed_at,
      changed_by = excluded.changed_by, reason = excluded.reason`.execute(db)
  await context.audit({
    action: 'service.change',
    recordType: 'service',
    recordId: serviceId,
    before: { status: before },
    after: { status },
    reason,
  })
  return { message: `${service.name} is ${statusText}`, data: {} }
}
