// Measures an export of all rows of a large list against a bare writer of the same rows: npm run bench:files [-- --size 1800000]
import { createWriteStream, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { contract } from '@kobo/contract'
import { fileFormats } from '@kobo/contract/downloads'
import { fileColumns } from '@kobo/contract/kit/file-columns'
import type pg from 'pg'
import { z } from 'zod'
import { median, mostHeldMb, resetMostHeld } from './bench-server.ts'
import { fetchPath, type SizedServer, startSizedServers, timed, written } from './sized-servers.ts'

const { values: options } = parseArgs({ options: { size: { type: 'string', default: '1800000' } } })
const list = contract.transactions.merchantList
const folder = 'bench'
const page = `${list.path}?page=1&size=100`
const idleRounds = 100

const file = z.object({ status: z.string(), rows: z.number(), totalRecords: z.number(), url: z.string().optional() })
const mine = z.object({ data: z.object({ downloads: z.array(file) }) })

interface Cost {
  what: string
  rows: number
  seconds: number
  megabytes: number
  /** Peak of the server's memory above its start; absent for the bare writer. */
  heldMb?: number
  /** Median time of a page of 100 rows meanwhile, as a multiple of the idle time. */
  slower?: number
}

const { servers, stop } = await startSizedServers([Number(options.size)])
try {
  const [server] = servers
  if (!server) throw new Error('No server was started')
  const idle: number[] = []
  for (let round = -20; round < idleRounds; round++) idle[Math.max(round, 0)] = await timed(server, page)
  const floor = await bare(server.client)
  const files: Cost[] = []
  for (const format of fileFormats) files.push(await generateFile(server, format, median(idle)))
  report(floor, files)
} finally {
  await stop()
}

/** Orders an export of all rows with every column, and waits until it is built and downloaded. */
async function generateFile(server: SizedServer, format: (typeof fileFormats)[number], idleMs: number): Promise<Cost> {
  resetMostHeld(server.pid)
  const before = mostHeldMb(server.pid)
  const begun = performance.now()
  await written(server, contract.downloads.order.path, {
    place: folder,
    list: 'payouts',
    words: [],
    call: list.path,
    query: {},
    columns: fileColumns(list).map(({ path }) => path),
    format,
  })
  const busy: number[] = []
  for (;;) {
    busy.push(await timed(server, page))
    await sleep(200)
    const { downloads } = mine.parse(await fetchPath(server, `${contract.downloads.mine.path}?place=${folder}`)).data
    const [newest] = downloads
    if (!newest || newest.status === 'FAILED') throw new Error(`The ${format} export failed`)
    if (newest.status !== 'READY' || newest.url === undefined) continue
    const seconds = (performance.now() - begun) / 1000
    const { byteLength } = await (await fetch(new URL(newest.url, server.baseUrl))).arrayBuffer()
    const cost = { rows: newest.rows, seconds, megabytes: byteLength / 1e6, heldMb: mostHeldMb(server.pid) - before }
    return { what: format, ...cost, slower: median(busy) / idleMs }
  }
}

/** Writes the same rows of the table alone, at a cursor's full speed, without joins. */
async function bare(client: pg.Client): Promise<Cost> {
  const path = join(tmpdir(), `kobo-bench-${process.pid}.csv`)
  const out = createWriteStream(path)
  const begun = performance.now()
  let rows = 0
  await client.query('begin isolation level repeatable read')
  await client.query(`declare rows cursor for
    select created_at, status, type, category, amount_kobo, fee_kobo, vat_kobo, reference, session_id, originator_name,
      originator_number, originator_bank_code, beneficiary_name, beneficiary_number, beneficiary_bank_code, narration
    from transaction where mode = 'PRODUCTION' and scope = 'MERCHANT' order by created_at desc, id desc`)
  for (;;) {
    const some = await client.query<unknown[]>({ text: 'fetch 1000 from rows', rowMode: 'array' })
    if (some.rows.length === 0) break
    rows += some.rows.length
    const lines = some.rows.map((row) => row.map((cell) => JSON.stringify(cell ?? '')).join(','))
    if (!out.write(`${lines.join('\r\n')}\r\n`)) await once(out, 'drain')
  }
  await client.query('rollback')
  out.end()
  await once(out, 'finish')
  const cost = { rows, seconds: (performance.now() - begun) / 1000, megabytes: out.bytesWritten / 1e6 }
  rmSync(path)
  return { what: 'bare writer', ...cost }
}

function report(floor: Cost, files: readonly Cost[]): void {
  const lines = [floor, ...files].map((cost) => {
    const ratio = cost.seconds / cost.rows / (floor.seconds / floor.rows)
    const held = cost.heldMb === undefined ? '' : `${cost.heldMb.toFixed(0)} MB`
    const cells = [cost.what, cost.rows.toLocaleString('en'), `${cost.seconds.toFixed(0)} s`, ratio.toFixed(1)]
    return `| ${[...cells, `${cost.megabytes.toFixed(0)} MB`, held, cost.slower?.toFixed(1) ?? ''].join(' | ')} |`
  })
  const text = `# Exports of all rows

\`npm run bench:files -- --size ${options.size}\` on ${cpus().length} cores, ${new Date().toISOString().slice(0, 10)}: all transactions of merchants' own wallets, newest
first, with every available column, by a job of the server, until the link exists. The bare writer reads the table through a cursor and
writes sixteen of its columns, without joined tables, a snapshot, progress or a quota.

| | rows | time | × the bare writer, per row | file | additional memory of the server, at most | a page of 100 rows meanwhile, × idle |
|---|---|---|---|---|---|---|
${lines.join('\n')}
`
  writeFileSync(join(import.meta.dirname, 'results/files.md'), text)
  process.stdout.write(text)
}
