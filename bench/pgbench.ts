import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)
const [scale, clients, seconds] = [10, 8, 10]

/** Description of the measurement. */
export const pgbenchWords = `TPC-B of scale ${scale}, ${clients} clients, ${seconds} s`

/**
 * Returns the transactions per second of pgbench in its own database on the same server, as a reference for other figures;
 * null with a warning if pgbench is not installed.
 */
export async function pgbench(superuserUrl: string): Promise<number | null> {
  try {
    await run('pgbench', ['--version'])
  } catch {
    process.stderr.write('pgbench is not installed: no comparison\n')
    return null
  }
  const url = new URL(superuserUrl)
  url.pathname = 'pgbench'
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    await client.query('create database pgbench')
    await run('pgbench', ['--initialize', '--quiet', `--scale=${scale}`, url.href])
    const { stdout } = await run('pgbench', [
      `--client=${clients}`,
      '--jobs=2',
      `--time=${seconds}`,
      '--protocol=prepared',
      url.href,
    ])
    const tps = /^tps = ([\d.]+)/m.exec(stdout)?.[1]
    if (tps === undefined) throw new Error(`pgbench reported no rate: ${stdout}`)
    return Number(tps)
  } finally {
    await client.query('drop database if exists pgbench with (force)')
    await client.end()
  }
}
