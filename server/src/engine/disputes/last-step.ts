import type { Transaction } from '../../db/database.ts'
import type { DisputeRow } from './dispute-row.ts'

/** Returns the party and time of the last manual activity, or null if there is none. */
export async function lastActivity(db: Transaction, { id }: DisputeRow): Promise<{ who: string; at: Date } | null> {
  const last = await db
    .selectFrom('dispute_activity as activity')
    .innerJoin('merchant', 'merchant.id', 'activity.merchant_id')
    .leftJoin('staff', 'staff.id', 'activity.staff_id')
    .select(['activity.created_at', 'activity.role', 'first_name', 'last_name', 'business_name'])
    .where('dispute_id', '=', id)
    .where('activity.role', 'is not', null)
    .orderBy('activity.created_at', 'desc')
    .orderBy('activity.id', 'desc')
    .executeTakeFirst()
  if (!last) return null
  const who = last.role === 'MERCHANT' ? last.business_name : `${last.first_name ?? ''} ${last.last_name ?? ''}`.trim()
  return { who, at: new Date(last.created_at) }
}
