import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { beginChildSpan, inChildSpan, SpanKind, withSpan } from '../tracing.ts'

/**
 * Gives each transaction of a traced request or job a span, and each of its statements one below it. They are named by the kind
 * of statement and its table; texts and parameters are left out.
 */
export function withTracedStatements(pool: PostgresPool): PostgresPool {
  const clients = new WeakMap<PostgresPoolClient, PostgresPoolClient>()
  return {
    async connect() {
      const client = await pool.connect()
      const known = clients.get(client)
      if (known) return known
      const traced = tracedClient(client)
      clients.set(client, traced)
      return traced
    },
    end: () => pool.end(),
  }
}

function tracedClient(client: PostgresPoolClient): PostgresPoolClient {
  let transaction: ReturnType<typeof beginChildSpan> = null
  const endTransaction = () => {
    transaction?.end()
    transaction = null
  }
  const runQuery = async (text: string, values: readonly unknown[]) => {
    const run = () =>
      inChildSpan(
        describeStatement(text),
        { kind: SpanKind.CLIENT, attributes: { 'db.system.name': 'postgresql' } },
        () => client.query<unknown>(text, values),
      )
    if (isBegin(text)) transaction = beginChildSpan('transaction')
    try {
      return await (transaction ? withSpan(transaction, run) : run())
    } finally {
      if (isEnd(text)) endTransaction()
    }
  }
  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  function query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') return client.query(text as PostgresCursor<unknown>)
    return runQuery(text, values)
  }
  return {
    query,
    release() {
      // The end of a transaction whose connection broke was not sent.
      endTransaction()
      client.release()
    },
  }
}

const isBegin = (text: string) => text === 'begin' || text.startsWith('start transaction')
const isEnd = (text: string) => text === 'commit' || text === 'rollback'

/** Returns the kind of a statement and the table that it writes, or reads first. */
export function describeStatement(text: string): string {
  const [, verb = '', , table] = text.match(writes) ?? text.match(reads) ?? []
  if (verb !== '') return `${verb.toLowerCase()} ${table}`
  return text.match(/^\s*([a-z]+)/i)?.[1]?.toLowerCase() ?? 'statement'
}

const name = '(?:"?[a-z_]+"?\\.)?"?([a-z_]+)"?'
const writes = new RegExp(`(?<!for (?:no key )?)\\b(insert|update|delete)\\b( into| from)? ${name}`, 'i')
const reads = new RegExp(`\\b(select)\\b([^]*?)\\bfrom ${name}`, 'i')
