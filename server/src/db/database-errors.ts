/** `retry`: the same transaction may succeed now. `away`: the database is unavailable. */
export function classifyDatabaseError(error: unknown): 'retry' | 'away' | null {
  const code = property(error, 'code')
  if (code === '40001' || code === '40P01') return 'retry'
  if (
    typeof code === 'string' &&
    /^(08...|57P0[1-5]|57014|53300|ECONN\w+|EPIPE|ETIMEDOUT|ENOENT|ENOTFOUND)$/.test(code)
  ) {
    return 'away'
  }
  const message = property(error, 'message')
  if (typeof message !== 'string') return null
  return /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
    message,
  )
    ? 'away'
    : null
}

/** Whether a statement was ended by its `statement_timeout`, or cancelled. */
export function isStatementTimeout(error: unknown): boolean {
  return property(error, 'code') === '57014'
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value
    ? (value as Record<string, unknown>)[name]
    : undefined
}
