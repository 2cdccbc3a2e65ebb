import { dayEnd, lagosDay } from '@kobo/contract/kit/day'
import { mode as modeOf } from '@kobo/contract/kit/mode'
import type { Database, Transaction } from '../../db/database.ts'
import { transact } from '../../db/transact.ts'
import { inPieces } from '../../jobs/in-pieces.ts'
import type { JobKinds } from '../../jobs/job-kinds.ts'
import type { Engine } from '../engine.ts'
import { sweepReference } from './store-words.ts'
import { lockSweeps, type Sweep, sweepTerminal } from './sweep-terminal.ts'

const atOnce = 100
const sweepsBeforeDayEndMs = 3_600_000

/** Queues the day's sweep of terminals from eleven in the evening in Lagos, once for all servers. */
export async function queueTerminalSweeps({ db, jobs, clock }: Pick<Engine, 'db' | 'jobs' | 'clock'>): Promise<void> {
  const now = clock()
  const day = lagosDay(now)
  if (now.getTime() < dayEnd(day).getTime() - sweepsBeforeDayEndMs) return
  await jobs.enqueue(db, 'sweep-terminals', { day }, { key: day })
}

/** Moves what each terminal has taken to its store, once for the day. */
export async function workTerminalSweeps(
  { db, jobs, clock }: Engine,
  { day, after: begin }: JobKinds['sweep-terminals'],
  budgetMs?: number,
): Promise<void> {
  let after = begin
  const sweepSome = async () => {
    const terminals = await terminalsWithMoney(db, after)
    for (const one of terminals) {
      const { id: terminalId, merchant_id: merchantId, account_number: number } = one
      const of = { mode: modeOf.parse(one.mode), merchantId, terminalId, at: clock() }
      await transact(db, (t) => sweepDay(t, day, { ...of, number }))
    }
    after = terminals.at(-1)?.id ?? after
    return terminals.length < atOnce ? 'done' : 'more'
  }
  const goOn = () =>
    jobs.enqueue(db, 'sweep-terminals', { day, ...(after !== undefined && { after }) }, { key: `${day} ${after}` })
  await inPieces(sweepSome, goOn, budgetMs)
}

/** The sweep of a terminal's day; nothing where it has been made, or there is nothing to sweep. */
export async function sweepDay(
  db: Transaction,
  day: string,
  { number, ...of }: Omit<Sweep, 'reference' | 'narration'> & { number: string },
): Promise<void> {
  const reference = sweepReference(day, number)
  await lockSweeps(db, of.terminalId)
  const made = db.selectFrom('transaction').select('id').where('reference', '=', reference)
  if (await made.where('mode', '=', of.mode).executeTakeFirst()) return
  await sweepTerminal(db, { ...of, reference, narration: `Takings of ${day}` })
}

async function terminalsWithMoney(db: Database, after: string | undefined) {
  const all = db
    .selectFrom('terminal')
    .innerJoin('account', 'account.id', 'terminal.id')
    .select(['terminal.id', 'terminal.mode', 'terminal.merchant_id', 'account_number'])
    .where('available_kobo', '>', 0n)
  const rest = after === undefined ? all : all.where('terminal.id', '>', after)
  return await rest.orderBy('terminal.id').limit(atOnce).execute()
}
