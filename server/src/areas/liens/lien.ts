import { toKobo } from '@kobo/contract/kit/naira'
import type { liens } from '@kobo/contract/liens'
import { formatNaira } from '../../engine/format-naira.ts'
import type { AccountLien } from '../../engine/liens/lien-account.ts'
import { placeLien as place } from '../../engine/liens/place-lien.ts'
import { releaseLien as release } from '../../engine/liens/release-lien.ts'
import type { AuditEntry } from '../../db/audit.ts'
import type { Handler, WriteContext } from '../../http/handler.ts'
import { findLien } from './liens.ts'

/** Blocks an amount of an account. */
export const placeLien: Handler<typeof liens.place> = async ({ accountId, amount, reason, until }, context) => {
  const { db, mode, staff } = context
  const placed = await place(db, context, mode, {
    accountId,
    amountKobo: toKobo(amount),
    reason,
    until: until === undefined ? null : new Date(until),
    staffId: staff.id,
  })
  await record(context, placed, {
    action: 'lien.place',
    after: { amount, until: placed.lien.until },
    reason,
  })
  return await written(context, placed, `${formatNaira(placed.lien.amount_kobo)} of ${placed.account.name} is on lien`)
}

/** Releases a lien. */
export const releaseLien: Handler<typeof liens.release> = async ({ lienId, reason }, context) => {
  const { db, mode, staff } = context
  const released = await release(db, context, mode, { lienId, endedBy: { staffId: staff.id, reason } })
  const { lien, account } = released
  const amount = formatNaira(lien.amount_kobo)
  await record(context, released, {
    action: 'lien.release',
    before: { endedAt: null },
    after: { endedAt: lien.ended_at },
    reason,
  })
  return await written(context, released, `${amount} of ${account.name} is no longer on lien`)
}

async function record(
  { audit }: WriteContext,
  { lien: { id }, account: { merchantId } }: AccountLien,
  change: Pick<AuditEntry, 'action' | 'before' | 'after' | 'reason'>,
): Promise<void> {
  await audit({ recordType: 'lien', recordId: id, merchantId, ...change })
}

async function written({ db, mode }: WriteContext, { lien: { id } }: AccountLien, message: string) {
  return { message, data: { lien: await findLien(db, mode, id) } }
}
