import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { SizedServer } from './sized-servers.ts'

const sampleMs = 1_000
const msPerTick = 10

/** Returns the milliseconds for which a server and the sessions of its database occupied a processor within a span of time. */
export async function processorMs({ pid, client }: SizedServer, spanMs: number): Promise<number> {
  const own = await backendPid(client)
  const [first, last] = [new Map<number, number>(), new Map<number, number>()]
  const until = performance.now() + spanMs
  for (let isFirst = true, isOver = false; !isOver; isFirst = false) {
    isOver = performance.now() >= until
    for (const each of [pid, ...(await sessions(client))]) {
      const used = each === own ? null : usedMs(each)
      if (used === null) continue
      // A session that begins later has used nothing before.
      if (!first.has(each)) first.set(each, isFirst ? used : 0)
      last.set(each, used)
    }
    if (!isOver) await sleep(Math.min(sampleMs, Math.max(0, until - performance.now())))
  }
  return [...last].reduce((sum, [each, used]) => sum + used - (first.get(each) ?? 0), 0)
}

/** Returns the milliseconds for which a PostgreSQL server has occupied a processor since its start, with all its processes. */
export function postgresMs(postmaster: number): number {
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ')
  // The name in brackets may contain spaces; 13 and 14 fields behind the state stand the times of ended children.
  const stat = readFileSync(`/proc/${postmaster}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  const ended = (Number(stat[13]) + Number(stat[14])) * msPerTick
  return [postmaster, ...children.map(Number)].reduce((sum, pid) => sum + (usedMs(pid) ?? 0), ended)
}

/** Time that all threads of a process have run, as counted by Linux; null if it has ended. */
function usedMs(pid: number): number | null {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const ran = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0])
    return ran.reduce((sum, ns) => sum + Number(ns) / 1e6, 0)
  } catch {
    return null
  }
}

async function sessions(client: pg.Client): Promise<number[]> {
  const { rows } = await client.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and usename = current_user',
  )
  return rows.map((row) => row.pid)
}

async function backendPid(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}
