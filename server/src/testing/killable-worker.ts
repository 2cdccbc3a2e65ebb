import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { JobKind } from '../jobs/job-kinds.ts'
import { serverRoot } from '../server-folder.ts'
import { bundled } from './bundled.ts'
import type { TestDatabase } from './database.ts'
import { eventually } from './payouts.ts'

export interface Worker {
  process: ChildProcess
  /** What it said when it was ready. */
  said: string
}

/** Starts one of the worker scripts of this folder as a process of its own, and waits until it says that it is ready. */
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
    throw new Error(`The worker ended before it was ready: ${complaint}`)
  })
  const [said] = await Promise.race([once(child.stdout ?? child, 'data'), ended])
  ended.catch(() => {})
  return { process: child, said: String(said).trim() }
}

/** Ends a worker as a power cut would; it must still be at work. */
export async function killWorker({ process: child }: Worker): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) throw new Error('The worker had ended by itself')
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** What happens until a worker is killed; gives what is to be done then, if there is anything. */
export type Round = (round: number) => Promise<(() => Promise<void>) | void>

/** Lets workers go on one after the other, killing each when its round is over; gives the one that follows the last kill. */
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

/** Holds up whoever posts something; gives what lets go. */
export async function holdUpPostings({ pool }: Pick<TestDatabase, 'pool'>): Promise<() => Promise<void>> {
  const client = await pool.connect()
  await client.query('begin')
  await client.query('lock table transfer in share row exclusive mode')
  return async () => {
    await client.query('rollback')
    client.release()
  }
}

/** Waits until postings are held up, and a little longer: what is killed then is half done. */
export async function untilHalfDone({ pool }: Pick<TestDatabase, 'pool'>): Promise<void> {
  await eventually(async () => {
    const waiting = await pool.query("select from pg_locks where relation = 'transfer'::regclass and not granted")
    return waiting.rowCount !== 0
  }, 60_000)
  await sleep(randomInt(200, 500))
}

/** Whether jobs of these kinds wait or are under way. */
export async function workIsLeft({ pool }: Pick<TestDatabase, 'pool'>, kinds: readonly JobKind[]): Promise<boolean> {
  const { rowCount } = await pool.query("select from pgboss.job where name = any($1) and state <> 'failed' limit 1", [
    kinds,
  ])
  return rowCount !== 0
}

/** Opens a day's run of a job, whatever the calendar says. */
export async function openDay({ pool }: Pick<TestDatabase, 'pool'>, job: string, day: string): Promise<void> {
  await pool.query(
    `insert into job_run (job, day, started_at) values ($1, $2, now())
     on conflict (job, day) do update set cursor = '', finished_at = null`,
    [job, day],
  )
}

/** Counts all days of a job up to today as done, so that no day runs but those that are opened. */
export async function closeDays({ pool }: Pick<TestDatabase, 'pool'>, job: string): Promise<void> {
  await pool.query(
    `insert into job_run (job, day, started_at, finished_at)
     values ($1, (now() at time zone 'Africa/Lagos')::date, now(), now())`,
    [job],
  )
}

/** Whether a day's run of these jobs is not finished, or an item of theirs is to be retried. */
export async function daysAreLeft({ pool }: Pick<TestDatabase, 'pool'>, jobs: readonly string[]): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from job_run where job = any($1) and finished_at is null
     union all select from job_item_error where job = any($1) limit 1`,
    [jobs],
  )
  return rowCount !== 0
}
