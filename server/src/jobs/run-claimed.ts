import { sql } from 'kysely'
import type { Database, Transaction } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { RetryLaterError } from './job-errors.ts'

/** A stored order for a file, claimed by one worker at a time. */
interface Promised {
  id: string
  /** Number of tries begun, and the instant until which the latest has the exclusive claim. */
  tries: number
  claimed_until: string | null
}

/** How orders of one kind are processed. */
export interface ClaimedWork<Order extends Promised, Result> {
  table: 'statement' | 'download'
  /** Time after which a worker counts as dead. */
  claimMs: number
  /** Returns the order, locked; null if it is complete or will never be. */
  read(db: Transaction, id: string): Promise<Order | null>
  make(order: Order): Promise<Result>
  deliver(db: Transaction, order: Order, result: Result): Promise<void>
  /** Marks the order as failed. */
  giveUp(db: Transaction, order: Order): Promise<void>
}

const maxTries = 3

/** Processes an order that no other worker has claimed, and gives it up after the last try. */
export async function runClaimed<Order extends Promised, Result>(
  { db, clock }: { db: Database; clock: () => Date },
  id: string,
  work: ClaimedWork<Order, Result>,
): Promise<void> {
  const order = await transact(db, (transaction) => claim(transaction, id, clock(), work))
  if (!order) return
  try {
    const result = await work.make(order)
    await transact(db, async (transaction) => {
      await release(transaction, order, work)
      await work.deliver(transaction, order, result)
    })
  } catch (problem) {
    await transact(db, async (transaction) => {
      // Another try follows, unless this was the last.
      if (order.tries >= maxTries) await work.giveUp(transaction, order)
      else await release(transaction, order, work)
    })
    throw problem
  }
}

/** Claims an order exclusively for this worker. */
async function claim<Order extends Promised>(
  db: Transaction,
  id: string,
  now: Date,
  { table, claimMs, read, giveUp }: Pick<ClaimedWork<Order, unknown>, 'table' | 'claimMs' | 'read' | 'giveUp'>,
): Promise<Order | null> {
  const order = await read(db, id)
  if (!order) return null
  if (order.claimed_until !== null && Date.parse(order.claimed_until) > now.getTime()) {
    throw new RetryLaterError('Another worker has claimed it')
  }
  if (order.tries >= maxTries) {
    await giveUp(db, order)
    return null
  }
  const tries = order.tries + 1
  const until = new Date(now.getTime() + claimMs).toISOString()
  await sql`update ${sql.table(table)} set tries = ${tries}, claimed_until = ${until} where id = ${id}`.execute(db)
  return { ...order, tries }
}

/** Has no effect if another worker has claimed the order since. */
async function release(db: Transaction, { id, tries }: Promised, { table }: { table: string }): Promise<void> {
  await sql`update ${sql.table(table)} set claimed_until = null where id = ${id} and tries = ${tries}`.execute(db)
}
