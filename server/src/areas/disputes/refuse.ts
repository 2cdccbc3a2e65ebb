import { DisputeRefusal } from '../../engine/disputes/dispute-row.ts'
import { conflict, notFound, refused } from '../../http/refusal.ts'

/** Says over HTTP why the engine did nothing about a dispute. */
export function refuse(error: unknown): never {
  if (!(error instanceof DisputeRefusal)) throw error
  const { code, field, message } = error
  if (code === 'refused') throw refused(message, field === undefined ? undefined : { [field]: message })
  throw code === 'conflict' ? conflict(message) : notFound(message)
}
