import { z } from 'zod'
import { call } from './kit/call.ts'
import { choice } from './kit/choice.ts'
import { id } from './kit/id.ts'
import { paging, totalRecords } from './kit/page.ts'
import { paragraph, searchText } from './kit/text.ts'

export const serviceStatuses = ['ACTIVE', 'INACTIVE'] as const

const maybe = z.string().nullish()

const service = z.object({
  id: z.string(),
  name: z.string(),
  /** An inactive service accepts no new requests in this mode. */
  status: z.string(),
  /** Number of merchants that use it. */
  totalMerchants: z.number().int().nullish(),
  /** Requests that an inactive service rejects. */
  stops: maybe,
  /** Operator, time and reason of the last change. */
  changedBy: maybe,
  changedAt: maybe,
  reason: maybe,
})

export type Service = z.infer<typeof service>

export const services = {
  list: call({
    method: 'GET',
    path: '/admin/services',
    permission: 'services.read',
    effect: 'read',
    addition: true,
    summary: 'List the services by name, and whether each is enabled in this mode',
    query: z.object({ ...paging, status: choice(serviceStatuses), name: searchText() }),
    reply: z.object({ totalRecords, services: z.array(service) }),
  }),
  change: call({
    method: 'PATCH',
    path: '/admin/service/status',
    permission: 'services.write',
    effect: 'write',
    addition: true,
    summary:
      'Enable or disable a service in this mode; a disabled one starts nothing new, and what is in progress completes',
    body: z.strictObject({
      serviceId: id('service'),
      status: z.enum(serviceStatuses),
      reason: paragraph(500, 'Reason is required'),
    }),
    reply: z.object({}),
  }),
}
