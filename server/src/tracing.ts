import {
  type Attributes,
  type Context,
  context,
  INVALID_SPAN_CONTEXT,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api'

// Spans of the server's few seams: requests, transactions and statements, jobs, and calls to providers. Without a started SDK
// (start-tracing.ts) all of these are the no-ops of the API. No span has data of a person, parameters, bodies or paths with ids.

const tracer = trace.getTracer('kobo-console')

export { SpanKind }

interface SpanOptions {
  kind?: SpanKind
  attributes?: Attributes
}

/** Begins a trace. Its span must be ended. */
export function beginTrace(name: string): Span {
  return tracer.startSpan(name, { kind: SpanKind.SERVER, root: true }, ROOT_CONTEXT)
}

/** Trace id of a span, 32 hexadecimal digits; null if tracing is off. */
export function traceIdOf(span: Span | undefined): string | null {
  const spanContext = span?.spanContext() ?? INVALID_SPAN_CONTEXT
  return isSpanContextValid(spanContext) ? spanContext.traceId : null
}

/** Fields with which the log names the trace of the current work. */
export function traceForLog(): { traceId?: string } {
  const traceId = traceIdOf(trace.getActiveSpan())
  return traceId === null ? {} : { traceId }
}

/** Runs work as part of a span. */
export function withSpan<T>(span: Span, work: () => T): T {
  return context.with(trace.setSpan(context.active(), span), work)
}

/** Runs work in a span of its own, below the current one, or as a trace of its own if there is none. */
export async function inSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<T>,
  parent: Context = context.active(),
): Promise<T> {
  return await tracer.startActiveSpan(name, options, parent, async (span) => {
    try {
      return await work(span)
    } catch (error) {
      markFailed(error, span)
      throw error
    } finally {
      span.end()
    }
  })
}

/** Runs work in a span below the current one; without one it leaves no trace, such as the statements that poll for work. */
export async function inChildSpan<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
  const idle = trace.getActiveSpan()
  return idle?.isRecording() ? await inSpan(name, options, work) : await work(idle ?? noSpan)
}

/** Begins a span below the current one; null if that is not recorded. */
export function beginChildSpan(name: string): Span | null {
  return trace.getActiveSpan()?.isRecording() ? tracer.startSpan(name) : null
}

const noSpan = trace.wrapSpanContext(INVALID_SPAN_CONTEXT)

/** Marks a span, by default the current one, as failed by an error or its type. Messages may hold personal data: they are left out. */
export function markFailed(error: unknown, span = trace.getActiveSpan()): void {
  if (!span?.isRecording()) return
  span.setAttribute('error.type', typeof error === 'string' ? error : typeOf(error))
  span.setStatus({ code: SpanStatusCode.ERROR })
}

function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

/** The current trace as a job stores it, in the format of the W3C; null if tracing is off. */
export function traceToStore(): string | null {
  const { traceId, spanId, traceFlags } = trace.getActiveSpan()?.spanContext() ?? INVALID_SPAN_CONTEXT
  return isSpanContextValid({ traceId, spanId, traceFlags }) ? `00-${traceId}-${spanId}-0${traceFlags & 1}` : null
}

/** Context that continues a stored trace; a new one if none was stored. */
export function storedTrace(stored: unknown): Context {
  const [, traceId = '', spanId = '', sampled] =
    typeof stored === 'string' ? (stored.match(/^00-([0-9a-f]{32})-([0-9a-f]{16})-0([01])$/) ?? []) : []
  const traceFlags = sampled === '1' ? TraceFlags.SAMPLED : TraceFlags.NONE
  const spanContext = { traceId, spanId, traceFlags, isRemote: true }
  return isSpanContextValid(spanContext) ? trace.setSpanContext(ROOT_CONTEXT, spanContext) : ROOT_CONTEXT
}

/** The trace that the current work belongs to, for work that is done later together with that of others. */
export const currentTrace = (): Context => context.active()

/**
 * Runs work that several traces share, in a span of the first. Each of the others has a span of the same time that links to it.
 */
export async function inSharedSpan<T>(name: string, traces: readonly Context[], work: () => Promise<T>): Promise<T> {
  const [first, ...others] = traces.filter((one) => trace.getSpan(one)?.isRecording())
  if (first === undefined) return await context.with(traces[0] ?? ROOT_CONTEXT, work)
  return await inSpan(
    name,
    { attributes: { 'kobo.members': traces.length } },
    async (span) => {
      const links = [{ context: span.spanContext() }]
      const spans = others.map((other) => tracer.startSpan(name, { links }, other))
      try {
        return await work()
      } finally {
        for (const other of spans) other.end()
      }
    },
    first,
  )
}
