// Measures the transaction lists as transactions grow: npm run bench:lists [-- --sizes 100000,1000000,10000000]
// Databases of three sizes in one database server are queried in turns, so that the figures are ratios of one run. Each call
// is compared with a bare node:http + pg endpoint that returns the same rows from a known cursor without counting, and with
// one that counts and uses offsets.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { median } from './bench-server.ts'
import { type ListQuery, questionsFor } from './list-queries.ts'
import { type ListServer, listServer } from './list-server.ts'
import { startSizedServers } from './sized-servers.ts'

const rounds = 21
const naiveRounds = 3
const { values } = parseArgs({ options: { sizes: { type: 'string', default: '100000,1000000,10000000' } } })
const sizes = values.sizes.split(',').map(Number)

/** One page of one query, in each database. */
interface Row {
  name: string
  rows: number
  at: Measured[]
}

interface Measured {
  total: number
  product: number
  bare: number
  naive: number
}

const { servers, stop } = await startSizedServers(sizes)
const lists = await Promise.all(servers.map(listServer))
try {
  const cases = await casesOf()
  const before = await sequentialScans()
  for (const { pages } of cases) {
    for (const [nth, page] of pages.entries()) await lists[nth]?.product(page)
  }
  const scans = (await sequentialScans()) - before
  const measured: Row[] = []
  for (const one of cases) {
    measured.push(await measure(one))
    process.stderr.write(`${one.name}, ${one.rows} rows\n`)
  }
  report(measured, scans)
} finally {
  for (const list of lists) list.stop()
  await stop()
}

interface Case {
  name: string
  rows: number
  pages: { question: ListQuery; page: number; size: number; total: number }[]
}

/** Returns each filter in the middle of its list; unfiltered and by merchant, the first and last page too. */
async function casesOf(): Promise<Case[]> {
  const questionsByServer = await Promise.all(servers.map(({ client }) => questionsFor(client)))
  const totals = await Promise.all(
    questionsByServer.map((questions, nth) => Promise.all(questions.map((one) => listAt(nth).total(one)))),
  )
  return (questionsByServer[0] ?? []).flatMap(({ name, isShownWhole }, at) => {
    const positions = isShownWhole ? (['first', 'middle', 'last'] as const) : (['middle'] as const)
    return positions.flatMap((position) =>
      [100, 1000].map((rows) => ({
        name: `${name}, ${position} page`,
        rows,
        pages: questionsByServer.flatMap((questions, nth) => {
          const question = questions[at]
          const total = totals[nth]?.[at] ?? 0
          const last = Math.max(Math.ceil(total / rows), 1)
          const page = { first: 1, middle: Math.ceil(last / 2), last }[position]
          return question ? [{ question, page, size: rows, total }] : []
        }),
      })),
    )
  })
}

/** Alternates between the databases, and in each between the product and the bare endpoint. */
async function measure({ name, rows, pages }: Case): Promise<Row> {
  const times = pages.map(() => ({ product: [] as number[], bare: [] as number[], naive: [] as number[] }))
  for (let round = -3; round < rounds; round++) {
    for (const [nth, page] of pages.entries()) {
      const list = listAt(nth)
      const product = await list.product(page)
      const bare = await list.bare(page)
      if (round < 0) continue
      times[nth]?.product.push(product)
      times[nth]?.bare.push(bare)
      if (round < naiveRounds) times[nth]?.naive.push(await list.naive(page))
    }
  }
  const at = times.map((one, nth) => ({
    total: pages[nth]?.total ?? 0,
    product: median(one.product),
    bare: median(one.bare),
    naive: median(one.naive),
  }))
  return { name, rows, at }
}

function listAt(nth: number): ListServer {
  const list = lists[nth]
  if (!list) throw new Error('Unknown database')
  return list
}

async function sequentialScans(): Promise<number> {
  // An idle connection reports its statistics after ten seconds.
  await sleep(11_000)
  let sum = 0
  for (const { client } of servers) {
    const { rows } = await client.query<{ seq_scan: string }>(
      "select seq_scan from pg_stat_user_tables where relname = 'transaction'",
    )
    sum += Number(rows[0]?.seq_scan)
  }
  return sum
}

function report(measured: Row[], scans: number): void {
  const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0)
  const text = `# Lists of transactions at ${sizes.map((size) => size.toLocaleString('en')).join(', ')}

Median milliseconds over HTTP, ${rounds} rounds (${naiveRounds} of the naive endpoint), one client, all in one run that takes turns between the
databases. "Rows found" is \`totalRecords\` in the largest database. Bare: node:http + pg, the same rows from a known cursor, no total.
Naive: the same endpoint with \`count(*)\` and \`OFFSET\`. Bare and naive are those of the largest database.

| page | rows found | rows | ${sizes.map((size) => size.toLocaleString('en')).join(' | ')} | largest / smallest | bare | product / bare | naive |
|---|---|---|${sizes.map(() => '---|').join('')}---|---|---|---|
${measured
  .map(({ name, rows, at }) => {
    const [first, last] = [at[0], at.at(-1)]
    if (!first || !last) return ''
    const ratios = [(last.product / first.product).toFixed(2), ms(last.bare), (last.product / last.bare).toFixed(2)]
    const cells = [name, last.total.toLocaleString('en'), rows, ...at.map((one) => ms(one.product)), ...ratios]
    return `| ${[...cells, ms(last.naive)].join(' | ')} |`
  })
  .join('\n')}

${goals(measured)}

Sequential scans of the table \`transaction\` while the product answered every page once: ${scans}.
`
  writeFileSync(join(import.meta.dirname, 'results/transaction-lists.md'), text)
  process.stdout.write(text)
}

/** Reports whether the goals were met in the largest database. */
function goals(measured: Row[]): string {
  const rowsOfTable = measured.flatMap(({ name, rows, at }) => {
    const [first, last] = [at[0], at.at(-1)]
    if (!first || !last) return []
    const over = last.product - last.bare
    return [{ name, rows, growth: last.product / first.product, toBare: last.product / last.bare, over }]
  })
  const grown = rowsOfTable.filter(({ rows, growth }) => rows === 100 && growth > 1.5)
  const slow = rowsOfTable.filter(({ rows, toBare }) => rows === 1000 && toBare > 2)
  const over = median(rowsOfTable.filter(({ rows }) => rows === 100).map((one) => one.over))
  const named = (some: typeof rowsOfTable) => (some.length === 0 ? 'none' : some.map(({ name }) => name).join('; '))
  return `| goal | missed by |
|---|---|
| 100 rows in the largest database within 1.5 × the smallest | ${named(grown)} |
| 1,000 rows within 2 × the bare endpoint | ${named(slow)} |
| less than 2 ms over the bare endpoint at 100 rows | ${over < 2 ? 'none' : 'all'}: ${over.toFixed(1)} ms in the middle of all pages |`
}
