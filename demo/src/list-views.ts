import type { ViewDays } from '@kobo/contract/kit/date-presets'
import type { ViewQuery } from '@kobo/contract/views'
import { writeAudit } from '@kobo/server/db/audit'
import type { Transaction } from '@kobo/server/db/database'
import type { Staff } from '@kobo/server/db/tables'
import { withIdsFrom, uuidv7 } from '@kobo/server/uuid'
import type { Selectable } from 'kysely'
import { demoEmail, inTheMorning } from './colleagues.ts'
import { seeded } from './random.ts'

interface TeamView {
  name: string
  /** Email of who shared it, and how many days ago. */
  by: string
  daysAgo: number
  place: string
  call: string
  address: string
  filters: ViewQuery['filters']
  days: ViewDays | null
}

const teamViews: readonly TeamView[] = [
  {
    name: 'Failed over NIP, last 7 days',
    by: 'bola@demo.test',
    daysAgo: 26,
    place: 'found-transactions',
    call: '/admin/search/transactions',
    address: '/search',
    filters: { status: 'FAILED', type: 'DEBIT', category: 'BANK_TRANSFER' },
    days: 'LAST_7_DAYS',
  },
  {
    name: 'Overdue disputes',
    by: 'chi@demo.test',
    daysAgo: 19,
    place: 'disputes',
    call: '/dispute',
    address: '/disputes',
    filters: { state: 'OVERDUE' },
    days: null,
  },
  {
    name: 'Failed refunds of last month',
    by: 'dayo@demo.test',
    daysAgo: 12,
    place: 'refunds',
    call: '/admin/refunds',
    address: '/refunds',
    filters: { status: 'failed' },
    days: 'LAST_MONTH',
  },
]

/** Adds views that colleagues shared with the team. */
export async function addListViews(
  db: Transaction,
  { now, seed, staff }: { now: Date; seed: string; staff: readonly Selectable<Staff>[] },
): Promise<void> {
  const idOf = (email: string) => staff.find((member) => member.email === email)?.id
  const demoId = idOf(demoEmail)
  await withIdsFrom(seeded(`${seed} list views`).id, async () => {
    for (const [index, { name, by, daysAgo, place, call, address, filters, days }] of teamViews.entries()) {
      const ownerId = idOf(by) ?? idOf(demoEmail)
      if (ownerId === undefined) throw new Error('The demo has no operator')
      const at = inTheMorning(now, daysAgo, index)
      const id = uuidv7(at.getTime())
      await db
        .insertInto('list_view')
        .values({
          id,
          owner_id: ownerId,
          changed_by: ownerId,
          created_at: at.toISOString(),
          changed_at: at.toISOString(),
          scope: 'TEAM',
          place,
          call,
          name,
          query: JSON.stringify({ filters }),
          days,
          // These lists send their filters as they store them.
          source: JSON.stringify({ address, request: filters }),
        })
        .execute()
      if (demoId !== undefined) await pin(db, { staffId: demoId, viewId: id, place, at })
      const author = { staffId: ownerId, sessionId: null, mode: 'PRODUCTION', requestId: 'demo', at } as const
      const after = { name, scope: 'TEAM', days, search: '', perPage: null, filters }
      await writeAudit(db, author, { action: 'view.create', recordType: 'list_view', recordId: id, after })
    }
  })
}

async function pin(
  db: Transaction,
  { staffId, viewId, place, at }: { staffId: string; viewId: string; place: string; at: Date },
): Promise<void> {
  await db
    .insertInto('list_view_use')
    .values({ staff_id: staffId, view_id: viewId, place, pinned_at: at.toISOString() })
    .execute()
}
