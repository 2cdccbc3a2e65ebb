import { dayEnd } from '@kobo/contract/kit/day'
import { modeOfRow } from '@kobo/contract/kit/mode'
import type { Transaction } from '../../db/database.ts'
import { transact } from '../../db/transact.ts'
import { type ItemJob, nextIds } from '../../jobs/item-jobs.ts'
import type { Engine } from '../engine.ts'
import { sweepReference } from './store-messages.ts'
import { lockSweeps, type Sweep, sweepTerminal } from './sweep-terminal.ts'

/** Sweeps each terminal's balance to its store, once a day. */
export function sweepTerminals({ db, clock }: Pick<Engine, 'db' | 'clock'>): ItemJob {
  return {
    name: 'sweep-terminals',
    due: { dailyAtMs: 23 * 3_600_000 },
    find(after) {
      const terminals = db.selectFrom('terminal').innerJoin('account', 'account.id', 'terminal.id')
      return nextIds(terminals.select('terminal.id').where('available_kobo', '>', 0n), after, 'terminal.id')
    },
    process: (terminalId, day) =>
      transact(db, async (t) => {
        const terminal = await t
          .selectFrom('terminal')
          .innerJoin('account', 'account.id', 'terminal.id')
          .select(['terminal.mode', 'terminal.merchant_id', 'account_number'])
          .where('terminal.id', '=', terminalId)
          .executeTakeFirstOrThrow()
        const { merchant_id: merchantId, account_number: number } = terminal
        await sweepDay(t, day, { mode: modeOfRow(terminal), merchantId, terminalId, number, at: clock() })
      }),
  }
}

/** Sweeps a terminal for a day, unless that was done or its balance is empty. */
export async function sweepDay(
  db: Transaction,
  day: string,
  { number, ...sweep }: Omit<Sweep, 'reference' | 'narration' | 'before'> & { number: string },
): Promise<void> {
  const reference = sweepReference(day, number)
  await lockSweeps(db, sweep.terminalId)
  const existing = db
    .selectFrom('transaction')
    .select('id')
    .where('reference', '=', reference)
    .where('merchant_id', '=', sweep.merchantId)
  if (await existing.where('mode', '=', sweep.mode).executeTakeFirst()) return
  // A late run leaves out what arrived after its day.
  await sweepTerminal(db, { ...sweep, reference, narration: `Takings of ${day}`, before: dayEnd(day) })
}
