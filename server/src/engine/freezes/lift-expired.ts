import { modeOfRow } from '@kobo/contract/kit/mode'
import { transact } from '../../db/transact.ts'
import { type ItemJob, nextIds } from '../../jobs/item-jobs.ts'
import type { Engine } from '../engine.ts'
import { findInForce, liftFreeze } from './freeze-account.ts'
import { lockSubject } from './freeze-subject.ts'

/** Lifts the freezes whose end has come. */
export function liftExpiredFreezes(engine: Engine): ItemJob {
  const { db, clock } = engine
  const expired = () =>
    db
      .selectFrom('account_freeze')
      .selectAll()
      .where('ended_at', 'is', null)
      .where('until', '<=', clock().toISOString())
  return {
    name: 'lift-freezes',
    due: { everyMs: 15_000 },
    find: (after) => nextIds(expired().clearSelect().select('id'), after),
    async process(id) {
      const freeze = await expired().where('id', '=', id).executeTakeFirst()
      if (!freeze) return
      const { merchant_id: merchantId, account_id: accountId } = freeze
      const subject = accountId === null ? { merchantId } : { accountId }
      await transact(db, async (t) => {
        // An operator may have lifted it meanwhile, and frozen it again; not any more once it is locked.
        await lockSubject(t, modeOfRow(freeze), subject)
        if ((await findInForce(t, { merchantId, accountId }))?.id !== id) return
        await liftFreeze(t, engine, modeOfRow(freeze), { subject, endedBy: null })
      })
    },
  }
}
