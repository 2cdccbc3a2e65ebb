import { lagosTime } from '@kobo/contract/kit/day'
import type { WriteContext } from '../../http/handler.ts'
import { conflict, notFound } from '../../http/refusal.ts'
import { staffName } from '../../http/staff-name.ts'

/** An undecided request for a higher tier, locked; a second operator is told who was faster. */
export async function lockOpenRequest({ db, mode }: WriteContext, requestId: string) {
  const request = await db
    .selectFrom('wallet_upgrade')
    .selectAll()
    .where('id', '=', requestId)
    .where('mode', '=', mode)
    .forUpdate()
    .executeTakeFirst()
  if (!request) throw notFound('This tier upgrade request')
  if (request.status === 'PENDING') return request
  const verb = request.status === 'COMPLETED' ? 'approved' : 'rejected'
  const decider = await db
    .selectFrom('staff')
    .select(['first_name', 'last_name'])
    .where('id', '=', request.decided_by)
    .executeTakeFirst()
  const when = request.decided_at === null ? '' : ` on ${lagosTime(new Date(request.decided_at))}`
  throw conflict(`${decider ? staffName(decider) : 'Somebody'} already ${verb} this tier upgrade request${when}`)
}

export interface WalletUpgradeDecision {
  status: 'COMPLETED' | 'REJECTED'
  action: 'wallet-upgrade.approve' | 'wallet-upgrade.reject'
  reason: string | null
  /** What was true of the wallet before, and is after. */
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** Writes down the decision about a locked request. */
export async function decideRequest(
  context: WriteContext,
  request: Awaited<ReturnType<typeof lockOpenRequest>>,
  { status, action, reason, before, after }: WalletUpgradeDecision,
): Promise<void> {
  const { db, staff, now } = context
  await db
    .updateTable('wallet_upgrade')
    .set({ status, decided_by: staff.id, decided_at: now.toISOString(), decision_reason: reason })
    .where('id', '=', request.id)
    .execute()
  await context.audit({
    action,
    recordType: 'wallet_upgrade',
    recordId: request.id,
    merchantId: request.merchant_id,
    before: { status: request.status, ...before },
    after: { status, ...after },
    reason: reason ?? undefined,
  })
}
