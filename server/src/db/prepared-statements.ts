import { createHash } from 'node:crypto'
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'

/** Each name is kept by every connection, with its plan. */
const namesAtMost = 300

/**
 * Lets each connection keep what it has once parsed and planned: every text that comes again has a name made of it. Not
 * for a pooler that gives each transaction another connection.
 */
export function withNamedStatements(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string | undefined>()
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const nameOf = (text: string) => {
    if (names.has(text) || names.size >= namesAtMost) return names.get(text)
    const name = mayBeNamed(text) ? createHash('sha256').update(text).digest('base64url').slice(0, 22) : undefined
    if (name !== undefined) names.set(text, name)
    return name
  }
  return {
    async connect() {
      const client = await pool.connect()
      const known = clients.get(client)
      if (known) return known
      const named = namedClient(client, nameOf)
      clients.set(client, named)
      return named
    },
    end: () => pool.end(),
  }
}

function namedClient(client: pg.PoolClient, nameOf: (text: string) => string | undefined): PostgresPoolClient {
  let outdated = false
  const ask = async (text: string, values: readonly unknown[]) => {
    const name = values.length > 0 ? nameOf(text) : undefined
    try {
      return await client.query({ ...(name === undefined ? {} : { name }), text, values: [...values] })
    } catch (error) {
      // The table was changed under the plan: this connection would refuse the statement for ever.
      if (error instanceof Error && error.message === 'cached plan must not change result type') outdated = true
      throw error
    }
  }
  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  function query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('No cursor is read through this pool')
    return ask(text, values)
  }
  return { query, release: () => client.release(outdated) }
}

/** Stands in a statement that is put together in more ways than there are names, and is planned by its values each time. */
export const forceCustomPlan = '/* planned anew */'

/** Marks a statement whose plan is kept although it matches a pattern: trigram indexes need no pattern at planning time. */
export const plannedOnce = '/* planned once */'

/**
 * Lists of values have a text for every length, and `*` another meaning after a migration. A plan for all values cannot tell
 * that the one in `on conflict (…) where kind = $1` is that of a partial index, nor can it look up in an index how a text begins.
 */
function mayBeNamed(text: string): boolean {
  if (text.includes(forceCustomPlan)) return false
  if (text.includes(plannedOnce)) return true
  if (/\bon conflict \([^)]*\) where\b/i.test(text)) return false
  if (/(\^@|\blike) \$/i.test(text)) return false
  return !/\bin \(\$|\), \(\$|^\s*select\s+(distinct\s+)?("?\w+"?\.)?\*|\breturning\s+("?\w+"?\.)?\*/i.test(text)
}
