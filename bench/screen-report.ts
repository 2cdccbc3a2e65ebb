import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Held } from './memory-soak.ts'

interface Comparison {
  console: number
  admin: number
}

interface Three extends Comparison {
  /** Static page. */
  floor: number
}

export interface ListFigures {
  name: string
  warm: Three
  cold: Three
  /** From the click on a row to its record. */
  record: Three
  /** Back from the record to the rows. */
  back: Comparison
  /** Requests of a cold visit until its rows appear. */
  requests: number
  nodes: number
  /** Largest layout shift of a visit. */
  shift: number
  /** Compressed size of react-admin's script. */
  adminBytes: number
}

interface Figures {
  /** Number of Live transactions. */
  transactions: number
  rounds: number
  lists: readonly ListFigures[]
  hundred: number
  thousand: number
  change: { ms: number; workMs: number }
  nodes: number
  last: number
  palette: { cold: number; warm: number }
  held: readonly Held[]
}

/** Writes the figures next to their goals. */
export function report({
  transactions,
  rounds,
  lists,
  hundred,
  thousand,
  change,
  nodes,
  last,
  palette,
  held,
}: Figures): void {
  const text = `# List rendering

Chromium, 1440 × 900, the demo data with ${transactions.toLocaleString('en')} transactions, medians of ${rounds} rounds in one run. Every visit is a new tab; a cold one is a browser
with an empty cache. The floor is a page without any library that fetches the same hundred rows, or the same record, and writes
them with innerHTML. react-admin ${adminVersion()} shows the same rows in nine columns, and the record of the row that was clicked, which it has
already; it has no session, no shell around the list and no signed calls. All three are visited in turn.

| what | ms | floor | ratio | goal | react-admin | times faster |
|---|---|---|---|---|---|---|
${lists
  .flatMap(({ name, warm, cold, record, back }) => [
    row(`${name}: 100 rows, warm`, warm, 'within 3'),
    row(`${name}: 100 rows, cold`, cold, 'within 3'),
    row(`${name}: from the click on a row to its record`, record, 'within 2'),
    `| ${name}: back to the rows | ${ms(back.console)} | | | | ${ms(back.admin)} | ${(back.admin / back.console).toFixed(2)} |`,
  ])
  .join('\n')}
| merchants: 1,000 rows, relative to its own 100 | ${ms(thousand)} | ${ms(hundred)} | ${(thousand / hundred).toFixed(2)} | within 1.2 | | |
| page change at 1,000 rows | ${ms(change.ms)} | | | under 80 ms | | |
| main-thread work of that change | ${ms(change.workMs)} | | | under 50 ms | | |
| jump to the last of 1,000 rows | ${ms(last)} | | | | | |
| from Ctrl+K to the search field, first time | ${ms(palette.cold)} | | | | | |
| and again | ${ms(palette.warm)} | | | | | |

| what | ${lists.map(({ name }) => name).join(' | ')} | goal |
|---|---|---|---|
| requests of a cold visit before the rows | ${lists.map(({ requests }) => requests).join(' | ')} | at most 15 |
| layout shift of a visit | ${lists.map(({ shift }) => shift.toFixed(3)).join(' | ')} | 0 |
| nodes in the page at 100 rows | ${lists.map((list) => list.nodes).join(' | ')} | under 2,500 |
| nodes in the page at 1,000 rows | ${nodes} | | under 1,500 |

The console's script for a first list is at most 158 KB compressed, which the build refuses to exceed; react-admin's is ${kilobytes(lists[0]?.adminBytes ?? 0)} KB.

Memory of one tab after garbage collection, while rows are opened, pages turned and searches made without a pause:

| after | heap, MB | nodes | listeners |
|---|---|---|---|
${held.map((sample) => `| ${sample.minutes} min | ${sample.heapMb.toFixed(1)} | ${sample.nodes} | ${sample.listeners} |`).join('\n')}
`
  const name = transactions > 200_000 ? `list-rendering-${transactions / 1_000_000}-million.md` : 'list-rendering.md'
  writeFileSync(join(import.meta.dirname, 'results', name), text)
  process.stdout.write(text)
}

function row(what: string, { console: ours, floor, admin }: Three, goal: string): string {
  return `| ${what} | ${ms(ours)} | ${ms(floor)} | ${(ours / floor).toFixed(2)} | ${goal} | ${ms(admin)} | ${(admin / ours).toFixed(2)} |`
}

function adminVersion(): string {
  const packageJson = JSON.parse(readFileSync(join(import.meta.dirname, 'react-admin/package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  return packageJson.dependencies['react-admin'] ?? ''
}

function kilobytes(bytes: number): number {
  return Math.round(bytes / 1024)
}

function ms(value: number): string {
  return value.toFixed(0)
}
