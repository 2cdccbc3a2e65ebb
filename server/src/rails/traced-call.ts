import { inChildSpan, markFailed, SpanKind } from '../tracing.ts'

interface TracedResult<T> {
  result: T
  /** HTTP status, if there was a response. */
  status: number | null
  /** Why there is no usable response. */
  problem: string | null
}

/** Makes a call to another party in a span with its host and outcome. Paths are left out, since they may hold numbers of persons. */
export async function tracedCall<T>(name: string, url: string, call: () => Promise<TracedResult<T>>): Promise<T> {
  const host = URL.canParse(url) ? new URL(url).host : 'unknown'
  return await inChildSpan(name, { kind: SpanKind.CLIENT, attributes: { 'server.address': host } }, async (span) => {
    const { result, status, problem } = await call()
    if (status !== null) span.setAttribute('http.response.status_code', status)
    if (problem !== null) markFailed(problem, span)
    return result
  })
}
