import type pg from 'pg'

export interface CopiedTable {
  schema: string
  /** With its schema, quoted where that is needed. */
  name: string
  /** Of what is stored, not computed: separated by commas, in the order of their names. */
  columns: string
}

/**
 * The tables that a console's data stand in: its own, the jobs that wait, and in the demo the book of the outside world. Queues and
 * migrations are made by the console itself.
 */
export async function listTables(client: pg.ClientBase): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable>(`
    select nspname as schema, c.oid::regclass::text as name,
      (select string_agg(quote_ident(attname), ', ' order by attname) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
    from pg_class c join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p') and not relispartition and (
      nspname = 'public' and relname <> 'migration' or nspname = 'outside' or nspname = 'pgboss' and relname = 'job')
    order by nspname, relname`)
  return rows
}
