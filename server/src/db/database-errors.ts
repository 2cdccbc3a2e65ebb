/** PostgreSQL's code for a write that a replica or a former primary rejects. */
export const readOnlyCode = '25006'

/** The connection was lost, or leads to a server that is no longer the primary; another one may reach its successor. */
const lostConnection = /^(08...|25006|57P0[1-3]|ECONNRE\w+|EPIPE)$/

/** `retry`: the same transaction may succeed now. `away`: the database is unavailable, or ended a statement as too slow. */
export function classifyDatabaseError(error: unknown): 'retry' | 'away' | null {
  const code = property(error, 'code')
  if (code === '40001' || code === '40P01') return 'retry'
  if (
    typeof code === 'string' &&
    /^(08...|25006|57P0[1-5]|57014|53300|ECONN\w+|EPIPE|ETIMEDOUT|ENOENT|ENOTFOUND)$/.test(code)
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

/** Whether the database itself is unavailable. A statement that timed out says nothing about others, and was rolled back. */
export function isUnavailable(error: unknown): boolean {
  return classifyDatabaseError(error) === 'away' && !isStatementTimeout(error)
}

/** Whether a write was rejected by a server that accepts none. */
export function isReadOnlyError(error: unknown): boolean {
  return property(error, 'code') === readOnlyCode
}

/** Whether a connection was lost, as all are in a fail-over, rather than refused because there are too many. */
export function isLostConnection(error: unknown): boolean {
  const code = property(error, 'code')
  if (typeof code === 'string') return lostConnection.test(code)
  const message = property(error, 'message')
  return (
    typeof message === 'string' && /^(Connection terminated|Client has encountered a connection error)/.test(message)
  )
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
