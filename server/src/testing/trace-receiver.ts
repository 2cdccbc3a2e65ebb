import { z } from 'zod'
import { startStubServer } from './stub-server.ts'

const attributes = z.array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })).default([])
const sent = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              startTimeUnixNano: z.string(),
              endTimeUnixNano: z.string(),
              attributes,
              links: z.array(z.object({ spanId: z.string() })).default([]),
              status: z.object({ code: z.number().optional() }).optional(),
            }),
          ),
        }),
      ),
    }),
  ),
})

/** A span as a receiver gets it, with the role of its server. */
export interface ReceivedSpan {
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  name: string
  role: unknown
  startMs: number
  endMs: number
  attributes: Record<string, unknown>
  links: readonly { spanId: string }[]
  failed: boolean
}

/** Starts a receiver of traces by OTLP over HTTP; `texts` are the bodies as they arrived. */
export async function startTraceReceiver() {
  const spans: ReceivedSpan[] = []
  const texts: string[] = []
  const server = await startStubServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString('utf8')
    texts.push(text)
    spans.push(...readSpans(text))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  return { url: server.url, spans, texts, close: () => server.close() }
}

function readSpans(text: string): ReceivedSpan[] {
  return sent.parse(JSON.parse(text)).resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap((scope) =>
      scope.spans.map((span) => ({
        ...span,
        parentSpanId: span.parentSpanId || undefined,
        role: valuesOf(resource.attributes)['kobo.role'],
        startMs: Number(span.startTimeUnixNano) / 1e6,
        endMs: Number(span.endTimeUnixNano) / 1e6,
        attributes: valuesOf(span.attributes),
        failed: span.status?.code === 2,
      })),
    ),
  )
}

function valuesOf(list: z.infer<typeof attributes>): Record<string, unknown> {
  return Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]]))
}
