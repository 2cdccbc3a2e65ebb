import type { session } from '@kobo/contract/session'
import type { Handler } from '../../http/handler.ts'
import { cancelIntent } from '../../http/idempotency.ts'

/** Returns whether an earlier request took effect, and prevents one that did not from ever taking effect. */
export const cancelRequest: Handler<typeof session.cancelRequest> = async (
  { call, key },
  { db, staff, sessionId, now, audit },
) => {
  const outcome = await cancelIntent(db, { staffId: staff.id, call, key }, now)
  await audit({
    action: 'session.cancel-request',
    recordType: 'session',
    recordId: sessionId,
    after: { call, tookEffect: outcome.tookEffect },
  })
  return {
    message: outcome.tookEffect ? 'Your earlier request was carried out' : 'Your earlier request did not take effect',
    data: outcome,
  }
}
