import { setImmediate as breathe } from 'node:timers/promises'
import type { Mode } from '@kobo/contract/kit/mode'
import type pg from 'pg'
import { sql } from 'kysely'
import type { Transaction } from '@kobo/server/db/database'
import { dayMs } from '../calendar.ts'
import { type Random, seeded } from '../random.ts'
import { actors } from './actors.ts'
import { Book } from './book.ts'
import { addCounts, makeCountTable } from './counting.ts'
import { type HistoryTables, openHistoryTables, sendHistory } from './history-tables.ts'
import { type Holders, loadHolders } from './holders.ts'
import { openInlets, waiting } from './virtual-accounts.ts'
import { numbering } from './numbering.ts'
import { externalParties } from './parties.ts'
import { loadPricing } from './pricing.ts'
import { purses } from './running-balances.ts'
import type { Scene } from './scene.ts'
import { loadStaticAccounts, makeStaticAccounts } from './static-accounts.ts'
import { timetable } from './timetable.ts'
import { openTrail } from './trail.ts'
import { upkeepOf } from './maintenance-fees.ts'
import { walkOf } from './walk.ts'

export interface History {
  mode: Mode
  now: Date
  /** Length of the history in days. */
  days: number
  transactions: number
  seed: string
  /** Number of static accounts to open; with 0 the existing ones are used. */
  statics: number
  virtuals: number
  /** Start of the full trail of steps, logs and webhooks; null for none. */
  trailSince: Date | null
  onProgress: (transactions: number) => void
}

const chunkBytes = 6 * 1024 * 1024
const eventsAtOnce = 500
const outsiders = 8000
const lately = 60
/** Some events write two transactions. */
const rowsPerEvent = 1.18

/**
 * Writes the history of a mode's accounts: transactions, ledger, counters and balances. Every account starts at zero and never
 * falls below it, so that the history can be added to accounts that already hold money.
 */
export async function writeHistory(db: Transaction, client: pg.PoolClient, history: History): Promise<void> {
  const { mode, now, transactions } = history
  const random = seeded(`${history.seed} ${mode} history`)
  const holders = await loadHolders(db, mode, now)
  const firstOpening = holders.opens[holders.businesses[0] ?? -1]
  if (firstOpening === undefined) throw new Error(`No merchant has an account in ${mode}`)
  await makeCountTable(db)
  const tables = openHistoryTables()
  const { scene, walk } = await setScene(db, history, { random, holders, tables })
  const slots = timetable({
    from: Math.max(now.getTime() - history.days * dayMs, firstOpening),
    now: now.getTime(),
    rows: transactions,
    lately: Math.min(lately, Math.ceil(transactions / 20)),
    openShare: shareOpen(holders),
  })

  let done = 0
  let events = 0
  let sending = Promise.resolve()
  for (const [at, room] of instants()) {
    done += walk(at, room)
    events += 1
    if (events % eventsAtOnce !== 0) continue
    // The socket only sends when this loop yields to the event loop.
    await breathe()
    if (tables.entry.byteLength < chunkBytes) continue
    await sending
    history.onProgress(done)
    sending = sendHistory(client, tables)
    sending.catch(() => {})
  }
  scene.inlets.leaveSomeOpen(now.getTime(), () => scene.actors.aBusiness(now.getTime() - 1))
  scene.book.end()
  await sending
  await sendHistory(client, tables)
  await addCounts(db, mode)
  await scene.book.addBalances(db)
  await scene.inlets.end()
  history.onProgress(done)

  function* instants(): Generator<[at: number, room: number]> {
    let last = 0
    for (const { from, to, rows } of slots) {
      const end = done + rows
      for (let at = from; done < end; ) {
        // Next of the remaining instants, distributed uniformly over the rest of the slot.
        const others = Math.max((end - done) / rowsPerEvent, 1)
        at += (to - at) * (1 - random.next() ** (1 / others))
        last = Math.max(Math.floor(at), last + 1)
        yield [last, end - done]
      }
    }
  }
}

async function setScene(
  db: Transaction,
  history: History,
  { random, holders, tables }: { random: Random; holders: Holders; tables: HistoryTables },
) {
  const { mode, now, seed, transactions } = history
  const numbers = numbering(random)
  const created = await makeStaticAccounts(db, { mode, random, holders, now, count: history.statics })
  const statics = history.statics > 0 ? created : await loadStaticAccounts(db, mode, holders)
  const scene: Scene = {
    mode,
    now: now.getTime(),
    random,
    holders,
    actors: actors(random, holders),
    book: new Book(mode, holders, tables, numbers),
    numbers,
    pricing: await loadPricing(db, holders),
    outside: externalParties(seeded(`${seed} ${mode} outside`), now, outsiders),
    purses: purses(holders),
    inlets: await openInlets(db, {
      mode,
      random,
      numbers,
      holders,
      tables,
      statics,
      // Spreads the paid accounts, so that they run out only days before now.
      virtuals: { count: history.virtuals, share: (4.5 * (history.virtuals - waiting)) / transactions },
    }),
    trail: await openTrail(db, {
      mode,
      random,
      numbers,
      holders,
      tables,
      now: now.getTime(),
      since: history.trailSince,
    }),
  }
  return { scene, walk: walkOf(scene, upkeepOf(scene, created)) }
}

/** Returns the share of accounts open at an instant. */
function shareOpen({ opens, count }: Holders): (at: number) => number {
  return (at) => {
    let low = 0
    let high = count
    while (low < high) {
      const middle = (low + high) >> 1
      if ((opens[middle] ?? 0) <= at) low = middle + 1
      else high = middle
    }
    return low / count
  }
}

/** Inserts the reference keys of transactions that were written without triggers. */
export async function fillReferenceKeys(db: Transaction): Promise<void> {
  await sql`
    insert into reference_key
    select merchant_id, mode, type, reference, id from transaction order by 1, 2, 3, 4
    on conflict do nothing`.execute(db)
}
