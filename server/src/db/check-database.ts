import pg from 'pg'
import { StartupError } from '../startup-error.ts'

/**
 * Tests the connection before the server starts and reports any problem as one sentence without the password. `name` is the
 * setting that holds the URL.
 */
export async function checkDatabase(url: string, name = 'DATABASE_URL'): Promise<void> {
  const { host, port, user, database } = readAddress(url, name)
  const address = `${host}:${port}`
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await checkServer(client, user, database)
  } catch (error) {
    throw error instanceof StartupError ? error : new StartupError(sentence(error, { address, host, user, database }))
  } finally {
    await client.end().catch(() => {})
  }
}

interface Address {
  address: string
  host: string
  user: string
  database: string
}

function readAddress(url: string, name: string) {
  const wrong = new StartupError(
    `${name} cannot be read: it looks like postgres://user:password@host:5432/database, with special characters in the password percent-encoded.`,
  )
  if (!/^postgres(ql)?:\/\//.test(url)) throw wrong
  try {
    const { host, port, user = '', database } = new pg.Client(url)
    return { host, port, user, database: database ?? user }
  } catch {
    throw wrong
  }
}

async function checkServer(client: pg.Client, user: string, database: string): Promise<void> {
  const { rows } = await client.query<{
    version: number
    is_read_only: boolean
    may_create: boolean
    has_trigram: boolean
  }>(`
    select current_setting('server_version_num')::int as version,
      pg_is_in_recovery() as is_read_only,
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_create,
      has_database_privilege(current_database(), 'create') and exists (
        select from pg_available_extensions where name = 'pg_trgm'
      ) or exists (select from pg_extension where extname = 'pg_trgm') as has_trigram`)
  const [server] = rows
  if (!server) return
  const major = Math.trunc(server.version / 10_000)
  if (major < 15) throw new StartupError(`The database is PostgreSQL ${major}; version 15 or later is needed.`)
  if (server.is_read_only) {
    throw new StartupError('The database accepts no writes: it is a replica. Set DATABASE_URL to the primary.')
  }
  if (!server.may_create) {
    throw new StartupError(
      `The user "${user}" may not create tables in the database "${database}": make it the owner of that database.`,
    )
  }
  if (!server.has_trigram) {
    throw new StartupError(
      `The database "${database}" has no extension pg_trgm and the user "${user}" cannot create it: install it or make the user the owner of the database.`,
    )
  }
}

function sentence(error: unknown, { address, host, user, database }: Address): string {
  const code = codeOf(error)
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The database host "${host}" cannot be resolved: check DATABASE_URL.`
    case 'ECONNREFUSED':
      return `No database is listening at ${address}: start it, or check DATABASE_URL.`
    case 'ENOENT':
      return `There is no database socket in ${host}: start the database, or check DATABASE_URL.`
    case '28P01':
    case '28000':
      return `The database at ${address} rejects the user "${user}" or the password: check DATABASE_URL.`
    case '3D000':
      return `The database "${database}" does not exist at ${address}: create it, or check DATABASE_URL.`
    case '42501':
      return `The user "${user}" may not open the database "${database}" at ${address}.`
    case '53300':
      return `The database at ${address} has no free connection: raise its max_connections, or use a connection pooler.`
    case '57P03':
      return `The database at ${address} is still starting: try again in a moment.`
  }
  const reason = error instanceof Error && error.message !== '' ? error.message : code
  return /timeout/i.test(reason ?? '')
    ? `The database at ${address} does not respond within 5 seconds: check DATABASE_URL and the network.`
    : `The database at ${address} cannot be used: ${reason}.`
}

/** A host with several addresses fails with one error for each; the first is reported. */
function codeOf(error: unknown): string | undefined {
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
