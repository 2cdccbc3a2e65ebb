import { setTimeout as sleep } from 'node:timers/promises'
import { SnoozeError } from '../jobs/job-errors.ts'
import { openJobs } from '../jobs/jobs.ts'
import type { JobKinds } from '../jobs/job-kinds.ts'
import type { Engine } from '../engine/engine.ts'
import { openOutbound } from '../engine/outbound/outbound.ts'
import { usualDelays } from '../rails/retry-delays.ts'
import { openLanes } from '../rails/lanes.ts'
import { openExternalServices } from '../rails/external-services.ts'
import { type Simulator, startSimulator } from '@kobo/demo/simulator/simulator'
import { makeSeal } from '../seal.ts'
import type { TestDatabase } from './database.ts'
import type { Database } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { legOf } from '../engine/legs.ts'
import { failPayments } from '../engine/outbound/fail-payments.ts'
import { lockTransaction } from '../engine/transaction-row.ts'
import { auditRow } from './ledger-fixtures.ts'

const usualSettings = {
  switchUrl: null,
  switchSecret: null,
  switchSilenceMs: 600_000,
  identityUrl: null,
  acquirerUrl: null,
  acquirerSecret: null,
  schemeSecret: null,
  billersUrl: null,
  billersSecret: null,
  webhooksAllowPrivate: true,
}

interface Question {
  id: string
  data: JobKinds['requery']
  seconds: number
  isOver: boolean
}

/** Starts an engine on a clock that is fixed or advances by `tickMs` per read; jobs run only when a test runs them. */
export async function aStillEngine(database: TestDatabase, { tickMs = 0, switchTimeoutMs = 1_500 } = {}) {
  const simulator = await startSimulator({ databaseUrl: database.url, behaviour: { settlesAfterMs: 600_000 } })
  const settings = { ...usualSettings, switchTimeoutMs }
  let now = Date.now()
  const clock = () => {
    now += tickMs
    return new Date(now)
  }
  let server = await start(database, simulator, clock, settings)
  // Status queries superseded by a decision are run too, as a server would; they must have no effect.
  const queued = async (transactionId: string): Promise<Question[]> => {
    const { rows } = await database.pool.query<Question>(
      `select job.id, job.data, extract(epoch from start_after - created_on)::float8 as seconds,
         (job.data ->> 'attempt')::int <= questions as "isOver"
       from pgboss.job join transaction on transaction.id::text = job.data ->> 'transactionId'
       where name = 'requery' and state = 'created' and transaction.id = $1 order by job.data ->> 'attempt'`,
      [transactionId],
    )
    for (const { id, data } of rows.filter(({ isOver }) => isOver)) {
      await database.pool.query('delete from pgboss.job where id = $1', [id])
      await server.outbound.ask(data)
    }
    return rows.filter(({ isOver }) => !isOver)
  }
  return {
    clock,
    engine: () => server.engine,
    work: (transactionId: string) => workWhenFree(() => server.outbound.work({ transactionId, merchantId: '' })),
    ask: (data: JobKinds['requery']) => server.outbound.ask(data),
    queued,
    /** Runs the status queries of a payout, each when due, for this many hours; returns the times at which they ran. */
    async runStatusQueries(transactionId: string, hours: number): Promise<number[]> {
      const end = now + hours * 3_600_000
      const times: number[] = []
      for (;;) {
        const [next, ...others] = await queued(transactionId)
        if (others.length > 0) throw new Error(`${others.length + 1} status queries of one payout are waiting`)
        if (!next || now + next.seconds * 1000 > end) break
        now += Math.round(next.seconds * 1000)
        await database.pool.query('delete from pgboss.job where id = $1', [next.id])
        await server.outbound.ask(next.data)
        times.push(now)
      }
      return times
    },
    /** Records the payment at the simulated switch with a response code. */
    async book(transactionId: string, code: string): Promise<void> {
      await database.pool.query(
        `insert into outside.payment (route, session_id, amount_kobo, originator_bank, originator_account, originator_name,
           beneficiary_bank, beneficiary_account, beneficiary_name, narration, code, fee_kobo, told_from)
         select route, session_id, amount_kobo, '000023', originator_number, originator_name, '000013',
           beneficiary_number, beneficiary_name, narration, $2, case $2 when '00' then 2688 else 0 end, now()
         from transaction where id = $1
         on conflict (session_id, route) do update set code = excluded.code, fee_kobo = excluded.fee_kobo, told_from = now()`,
        [transactionId, code],
      )
    },
    /** Starts a second server that knows only the database's contents. */
    async restart(): Promise<void> {
      await server.engine.jobs.stop()
      server = await start(database, simulator, clock, settings)
    },
    async stop(): Promise<void> {
      await server.engine.jobs.stop()
      await simulator.close()
    },
  }
}

async function start(
  { db, url }: TestDatabase,
  simulator: Simulator,
  clock: () => Date,
  settings: typeof usualSettings & { switchTimeoutMs: number },
) {
  const jobs = await openJobs(url, { retryDelaySeconds: 1, onError: () => {} })
  const engine: Engine = {
    db,
    jobs,
    seal: makeSeal('a secret of the questions test'),
    outside: openExternalServices(settings, simulator.url),
    lanes: openLanes(),
    clock,
    settings,
    delays: usualDelays,
  }
  return { engine, outbound: openOutbound(engine) }
}

/** Repeats snoozed work until it gets a place, as the queue does. */
async function workWhenFree(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof SnoozeError)) throw error
      await sleep(error.waitMs)
    }
  }
}

/** Marks an unconfirmed outbound payment as failed, as an operator would. */
export async function decideFailed(db: Database, engine: Engine, id: string): Promise<void> {
  await transact(db, async (t) => {
    const row = await lockTransaction(t, id)
    const leg = row && legOf(row)
    if (!row || !leg) throw new Error(`Transaction ${id} not found`)
    const failure = {
      leg,
      row,
      code: null,
      sentence: 'Ada marked it as failed',
      isUnconfirmed: true,
      at: engine.clock(),
    }
    await failPayments(t, engine, [failure])
    await auditRow(t, 'payout.failed', ['transaction', id], { status: 'FAILED' }, { status: 'PENDING' })
  })
}
