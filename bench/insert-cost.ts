import type pg from 'pg'
import { median } from './bench-server.ts'

const [rows, rounds] = [20_000, 5]

/** Removes what the migrations `0057`, `0059` and `0063` add to each insert of a transaction. */
const more = `
  drop index transaction_by_amount_of_whom, transaction_by_counterparty, transaction_by_session, transaction_undone,
    transaction_undone_by_amount, transaction_undone_by_counterparty, transaction_seldom;
  drop trigger transaction_counterparty on transaction`

/** Returns the microseconds per inserted transaction, with and without search indexes; all changes are rolled back. */
export async function insertCost(client: pg.Client): Promise<{ withAll: number; without: number }> {
  const times = { withAll: [] as number[], without: [] as number[] }
  await client.query(`
    create temp table copied as
    select * from transaction where mode = 'PRODUCTION' order by id desc limit ${rows};
    update copied set
      id = (left(id::text, 15) || substr(gen_random_uuid()::text, 16))::uuid, reference = 'BENCH-' || upper(gen_random_uuid()::text),
      session_id = translate(session_id, '0123456789', '9876543210')`)
  for (let round = 0; round < rounds; round++) {
    for (const kind of ['withAll', 'without'] as const) {
      await client.query('begin')
      try {
        if (kind === 'without') await client.query(more)
        const started = performance.now()
        await client.query('insert into transaction select * from copied')
        times[kind].push((1000 * (performance.now() - started)) / rows)
      } finally {
        await client.query('rollback')
      }
    }
  }
  await client.query('drop table copied')
  return { withAll: median(times.withAll), without: median(times.without) }
}
