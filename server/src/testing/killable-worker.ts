import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { JobKind } from '../jobs/job-kinds.ts'
import { serverRoot } from '../server-folder.ts'
import { bundled } from './bundled.ts'
import type { TestDatabase } from './database.ts'
import { eventually } from './payouts.ts'
import type { Simulator } from '@kobo/demo/simulator/simulator'

export interface Worker {
  process: ChildProcess
  /** First output of the worker, printed when it is ready. */
  said: string
}

/** Starts a worker script of this folder as a process and waits until it reports that it is ready. */
export async function startWorker(script: string, ...args: string[]): Promise<Worker> {
  const child = spawn(process.execPath, [bundled(`testing/${script}`), ...args], {
    cwd: serverRoot(),
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let complaint = ''
  child.stderr?.on('data', (text) => {
    complaint += text
  })
  const ended = once(child, 'exit').then(() => {
    throw new Error(`The worker exited before it was ready: ${complaint}`)
  })
  const [output] = await Promise.race([once(child.stdout ?? child, 'data'), ended])
  ended.catch(() => {})
  return { process: child, said: String(output).trim() }
}

/** Kills a worker with SIGKILL, as in a power cut; throws if it has already ended. */
export async function killWorker({ process: child }: Worker): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) throw new Error('The worker had already exited')
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Work done until a worker is killed; returns an optional step to run after the kill. */
export type Round = (round: number) => Promise<(() => Promise<void>) | void>

/** Runs one worker per round and kills it when the round ends; returns the worker started after the last kill. */
export async function throughKills(kills: number, start: () => Promise<Worker>, untilKilled: Round): Promise<Worker> {
  let worker = await start()
  for (let round = 0; round < kills; round++) {
    const afterwards = await untilKilled(round)
    await killWorker(worker)
    await afterwards?.()
    worker = await start()
  }
  return worker
}

/** Blocks all postings; returns a function that releases them. */
export async function holdUpPostings({ pool }: Pick<TestDatabase, 'pool'>): Promise<() => Promise<void>> {
  const client = await pool.connect()
  await client.query('begin')
  await client.query('lock table transfer in share row exclusive mode')
  return async () => {
    await client.query('rollback')
    client.release()
  }
}

/** Waits until a posting is blocked and 200 to 500 ms more, so that a kill interrupts work in progress. */
export async function untilHalfDone({ pool }: Pick<TestDatabase, 'pool'>): Promise<void> {
  await eventually(async () => {
    const waiting = await pool.query("select from pg_locks where relation = 'transfer'::regclass and not granted")
    return waiting.rowCount !== 0
  }, 60_000)
  await sleep(randomInt(200, 500))
}

/** Whether jobs of these kinds are queued or running. */
export async function hasRemainingJobs(
  { pool }: Pick<TestDatabase, 'pool'>,
  kinds: readonly JobKind[],
): Promise<boolean> {
  const { rowCount } = await pool.query("select from pgboss.job where name = any($1) and state <> 'failed' limit 1", [
    kinds,
  ])
  return rowCount !== 0
}

/** Opens a job's run for a day, regardless of the calendar. */
export async function openDay({ pool }: Pick<TestDatabase, 'pool'>, job: string, day: string): Promise<void> {
  await pool.query(
    `insert into job_run (job, day, started_at) values ($1, $2, now())
     on conflict (job, day) do update set cursor = '', finished_at = null`,
    [job, day],
  )
}

/** Marks a job's days up to today as done, so that only days opened explicitly run. */
export async function closeDays({ pool }: Pick<TestDatabase, 'pool'>, job: string): Promise<void> {
  await pool.query(
    `insert into job_run (job, day, started_at, finished_at)
     values ($1, (now() at time zone 'Africa/Lagos')::date, now(), now())`,
    [job],
  )
}

/** Whether a daily run of these jobs is unfinished or an item of theirs awaits a retry. */
export async function daysAreLeft({ pool }: Pick<TestDatabase, 'pool'>, jobs: readonly string[]): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from job_run where job = any($1) and finished_at is null
     union all select from job_item_error where job = any($1) limit 1`,
    [jobs],
  )
  return rowCount !== 0
}

const book = z.object({
  payments: z.array(z.object({ sessionId: z.string(), amountKobo: z.string(), code: z.string() })),
})

interface Sent {
  session_id: string | null
  amount_kobo: bigint
}

/** Payments sent according to our records, each as session ID and kobo, sorted for comparison. */
export function paidByUs(rows: readonly Sent[]): string[] {
  return rows.map((row) => `${row.session_id} ${row.amount_kobo}`).toSorted()
}

/** Payments made according to the simulated switches, in the same form. */
export async function paidBySwitches({ url }: Simulator): Promise<string[]> {
  const { payments } = book.parse(await (await fetch(`${url}/book`)).json())
  const paid = payments.filter(({ code }) => code === '00')
  return paid.map(({ sessionId, amountKobo }) => `${sessionId} ${amountKobo}`).toSorted()
}
