import { sql } from 'kysely'
import type { Transaction } from './database.ts'

/**
 * Runs work that writes many rows into these tables without per-row costs: secondary indexes, references and triggers are dropped
 * first and recreated afterwards, in one transaction that locks the tables.
 */
export async function bulkLoad(
  db: Transaction,
  tables: readonly string[],
  onStep: (label: string) => void,
  work: () => Promise<void>,
): Promise<void> {
  const away = await listAside(db, tables)
  for (const { remove } of away) await sql.raw(remove).execute(db)
  await work()
  await sql`set local maintenance_work_mem = '256MB'`.execute(db)
  for (const { name, restore } of away) {
    onStep(name)
    await sql.raw(restore).execute(db)
  }
}

interface Aside {
  name: string
  remove: string
  restore: string
}

/** Reads the definitions from PostgreSQL, so that they are not repeated here. */
async function listAside(db: Transaction, tables: readonly string[]): Promise<Aside[]> {
  const { rows } = await sql<Aside>`
    with affected as (
      select to_regclass(name)::oid as oid, quote_ident(name) as name from unnest(${tables}::text[]) as name
    )
    select * from (
      select 3 as place, conname as name,
        format('alter table %s drop constraint %I', affected.name, conname) as remove,
        format('alter table %s add constraint %I %s', affected.name, conname, pg_get_constraintdef(c.oid)) as restore
      from pg_constraint c join affected on c.conrelid = affected.oid where contype = 'f'
      union all
      select 1, relname, format('drop index %I', relname), pg_get_indexdef(indexrelid)
      from pg_index i join affected on i.indrelid = affected.oid join pg_class on pg_class.oid = indexrelid
      where not exists (select from pg_constraint where conindid = indexrelid)
      union all
      select 2, tgname,
        format('alter table %s disable trigger %I', affected.name, tgname),
        format('alter table %s enable trigger %I', affected.name, tgname)
      from pg_trigger t join affected on t.tgrelid = affected.oid where not tgisinternal and tgenabled = 'O'
    ) as aside order by place, name
  `.execute(db)
  return rows
}
