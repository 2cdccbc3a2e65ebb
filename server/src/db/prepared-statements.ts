import { createHash } from 'node:crypto'
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import { isReadOnlyError } from './database-errors.ts'

/** Each connection stores every name with its plan. */
const namesAtMost = 300

interface StatementOptions {
  /**
   * Lets each connection reuse parsed and planned statements: each text is prepared under a name derived from it. Must be off
   * behind a pooler that assigns a connection per transaction.
   */
  named: boolean
  /** Called whenever the database has carried out a statement. */
  onSuccess?: () => void
}

/** Runs statements on a pool's connections, and closes those that are of no further use. */
export function withStatements(pool: pg.Pool, { named, onSuccess = () => {} }: StatementOptions): PostgresPool {
  const names = new Map<string, string | undefined>()
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const nameOf = (text: string) => {
    if (!named) return undefined
    if (names.has(text) || names.size >= namesAtMost) return names.get(text)
    const name = mayBeNamed(text) ? createHash('sha256').update(text).digest('base64url').slice(0, 22) : undefined
    if (name !== undefined) names.set(text, name)
    return name
  }
  return {
    async connect() {
      const client = await pool.connect()
      const statements = clients.get(client)
      if (statements) return statements
      const opened = watchedClient(client, nameOf, onSuccess)
      clients.set(client, opened)
      return opened
    },
    end: () => pool.end(),
  }
}

function watchedClient(
  client: pg.PoolClient,
  nameOf: (text: string) => string | undefined,
  onSuccess: () => void,
): PostgresPoolClient {
  let outdated = false
  const runQuery = async (text: string, values: readonly unknown[]) => {
    const name = values.length > 0 ? nameOf(text) : undefined
    try {
      const result = await client.query({ ...(name === undefined ? {} : { name }), text, values: [...values] })
      onSuccess()
      return result
    } catch (error) {
      // The table was changed under the plan: this connection would fail the statement permanently.
      if (error instanceof Error && error.message === 'cached plan must not change result type') outdated = true
      // It leads to a former primary, which would reject every later write too.
      if (isReadOnlyError(error)) outdated = true
      throw error
    }
  }
  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  function query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('This pool does not support cursors')
    return runQuery(text, values)
  }
  return { query, release: () => client.release(outdated) }
}

/** Marks a statement with more variants than there are names; it is planned by its values each time. */
export const forceCustomPlan = '/* custom plan */'

/** Marks a statement whose plan is reused although it matches a pattern: trigram indexes need no pattern at planning time. */
export const plannedOnce = '/* generic plan */'

/**
 * Excludes lists of values, whose text varies with their length, and `*`, whose columns vary with migrations. A generic plan
 * cannot match `on conflict (…) where kind = $1` to a partial index, nor use an index for a prefix.
 */
function mayBeNamed(text: string): boolean {
  if (text.includes(forceCustomPlan)) return false
  if (text.includes(plannedOnce)) return true
  if (/\bon conflict \([^)]*\) where\b/i.test(text)) return false
  if (/(\^@|\blike) \$/i.test(text)) return false
  return !/\bin \(\$|\), \(\$|^\s*select\s+(distinct\s+)?("?\w+"?\.)?\*|\breturning\s+("?\w+"?\.)?\*/i.test(text)
}
