import type { secondFactor } from '@kobo/contract/second-factor'
import type { Handler } from '../../http/handler.ts'
import { codesLeft } from '../session/factor-codes.ts'

/** Returns whether sign-ins require the authenticator app, and how many recovery codes are left. */
export const secondFactorState: Handler<typeof secondFactor.state> = async (_input, { db, staff }) => {
  const factor = await db
    .selectFrom('second_factor')
    .select('confirmed_at')
    .where('staff_id', '=', staff.id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return {
    isOn: factor !== undefined,
    since: factor?.confirmed_at ?? null,
    recoveryCodesLeft: factor === undefined ? 0 : await codesLeft(db, staff.id),
  }
}
