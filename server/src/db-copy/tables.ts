import type pg from 'pg'

export interface CopiedTable {
  schema: string
  /** Schema-qualified, quoted if needed. */
  name: string
  /** Stored, not generated, columns: separated by commas, sorted by name. */
  columns: string
}

/**
 * Returns the tables that hold a console's data: its own, the waiting jobs, and the book of the demo's simulator. Queues and
 * migrations are created by the console itself.
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
