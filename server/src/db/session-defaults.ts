import type { ClientBase } from 'pg'

const defaults = {
  statement_timeout: '15s',
  idle_in_transaction_session_timeout: '30s',
  timezone: 'UTC',
  datestyle: 'ISO',
}

/**
 * Sets the limits of all later sessions of this role in this database. They are stored with the role, since pgbouncer rejects
 * them at connecting and a SET through it would affect another client's connection. Longer work runs `set local statement_timeout
 * = 0` in its transaction.
 */
export async function setSessionDefaults(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ role: string; database: string; kept: string[] | null }>(`
    select quote_ident(current_user) as role, quote_ident(current_database()) as database, (
      select setconfig from pg_db_role_setting
      where setrole = (select oid from pg_roles where rolname = current_user)
        and setdatabase = (select oid from pg_database where datname = current_database())
    ) as kept`)
  for (const { role, database, kept } of rows) {
    for (const [name, value] of Object.entries(defaults)) {
      // An administrator's own value is left unchanged.
      if (kept?.some((entry) => entry.toLowerCase().startsWith(`${name}=`))) continue
      await client.query(`alter role ${role} in database ${database} set ${name} = '${value}'`)
    }
  }
}
