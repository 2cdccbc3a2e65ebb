import { traceToStore } from '../tracing.ts'

/** Key of a job's payload under which its trace is stored, besides the data of its kind. */
const key = 'traceparent'

/** Adds the current trace, if there is one, to the payload of a new job. */
export function withTrace<T extends object>(data: T): T {
  const stored = traceToStore()
  return stored === null ? data : { ...data, [key]: stored }
}

/** The trace that a job's payload continues. */
export function traceOf(data: object): unknown {
  return key in data ? data[key] : undefined
}

/** Returns the payload as it was given to `withTrace`. */
export function withoutTrace<T extends object>(data: T): T {
  if (!(key in data)) return data
  const copy = { ...data }
  delete copy[key as keyof T]
  return copy
}
