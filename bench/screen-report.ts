import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Pair {
  /** The static page. */
  floor: number
  console: number
}

export interface ListFigures {
  name: string
  warm: Pair
  cold: Pair
  /** From the press on a row to its record. */
  record: Pair
  /** How many a cold visit makes until its rows are there. */
  requests: number
  nodes: number
}

interface Figures {
  rounds: number
  lists: readonly ListFigures[]
  hundred: number
  thousand: number
  change: { ms: number; workMs: number }
  nodes: number
  last: number
}

/** Writes the figures beside their goals. */
export function report({ rounds, lists, hundred, thousand, change, nodes, last }: Figures): void {
  const text = `# A list on the screen

Chromium, 1440 × 900, the demo world, medians of ${rounds} rounds in one run. Every visit is a new tab; a cold one is a browser
that has seen nothing. The floor is a page without any library that fetches the same hundred rows, or the same record, and writes
them with innerHTML; it is visited in turn with the console.

| what | ms | floor | ratio | goal |
|---|---|---|---|---|
${lists
  .flatMap(({ name, warm, cold, record }) => [
    row(`${name}: 100 rows, warm`, warm, 'within 3'),
    row(`${name}: 100 rows, cold`, cold, 'within 3'),
    row(`${name}: from the press on a row to its record`, record, 'within 2'),
  ])
  .join('\n')}
| merchants: 1,000 rows, beside its own 100 | ${ms(thousand)} | ${ms(hundred)} | ${(thousand / hundred).toFixed(2)} | within 1.2 |
| page change at 1,000 rows | ${ms(change.ms)} | | | under 80 ms |
| main-thread work of that change | ${ms(change.workMs)} | | | under 50 ms |
| jump to the last of 1,000 rows | ${ms(last)} | | | |

| what | ${lists.map(({ name }) => name).join(' | ')} | goal |
|---|---|---|---|
| requests of a cold visit before the rows | ${lists.map(({ requests }) => requests).join(' | ')} | at most 15 |
| nodes in the page at 100 rows | ${lists.map((list) => list.nodes).join(' | ')} | under 2,500 |
| nodes in the page at 1,000 rows | ${nodes} | | under 1,500 |
`
  writeFileSync(join(import.meta.dirname, 'results/list-rendering.md'), text)
  process.stdout.write(text)
}

function row(what: string, pair: Pair, goal: string): string {
  return `| ${what} | ${ms(pair.console)} | ${ms(pair.floor)} | ${(pair.console / pair.floor).toFixed(2)} | ${goal} |`
}

function ms(value: number): string {
  return value.toFixed(0)
}
