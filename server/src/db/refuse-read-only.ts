import type pg from 'pg'
import { readOnlyCode } from './database-errors.ts'

/**
 * Rejects a new connection to a server that accepts no writes: a replica, or a former primary. As `verify` of a pool it has the
 * meaning of `target_session_attrs=read-write`; the next attempt may reach the new primary.
 */
export function refuseReadOnly(client: pg.ClientBase, done: (error?: Error) => void): void {
  client.query('select pg_is_in_recovery() as is_read_only', (error: Error | null, result: pg.QueryResult<Row>) => {
    if (error) done(error)
    else done(result.rows[0]?.is_read_only === true ? new ReadOnlyServerError() : undefined)
  })
}

interface Row {
  is_read_only: boolean
}

/** The server behind a connection accepts no writes. */
class ReadOnlyServerError extends Error {
  readonly code = readOnlyCode

  constructor() {
    super('The database accepts no writes: it is a replica, or a former primary')
  }
}
