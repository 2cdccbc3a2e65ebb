import { modeOfRow } from '@kobo/contract/kit/mode'
import { transact } from '../../db/transact.ts'
import { type ItemJob, nextDueIds } from '../../jobs/item-jobs.ts'
import type { Engine } from '../engine.ts'
import { lockLienAccount } from './lien-account.ts'
import { releaseLien } from './release-lien.ts'

/** Releases the liens whose end has come. */
export function releaseExpiredLiens(engine: Engine): ItemJob {
  const { db, clock } = engine
  const expired = (from: Pick<typeof db, 'selectFrom'> = db) =>
    from
      .selectFrom('lien')
      .select(['id', 'mode', 'account_id'])
      .where('ended_at', 'is', null)
      .where('until', '<=', clock().toISOString())
  return {
    name: 'release-liens',
    due: { everyMs: 15_000 },
    find: (after) => nextDueIds(db, expired().clearSelect().select('id'), after),
    async process(id) {
      const lien = await expired().where('id', '=', id).executeTakeFirst()
      if (!lien) return
      await transact(db, async (t) => {
        // An operator may have released it meanwhile; not any more once its account is locked.
        await lockLienAccount(t, modeOfRow(lien), lien.account_id)
        if (!(await expired(t).where('id', '=', id).executeTakeFirst())) return
        await releaseLien(t, engine, modeOfRow(lien), { lienId: id, endedBy: null })
      })
    },
  }
}
