import type { TracingSettings } from './settings-tracing.ts'

/** How long a stopping server waits for its last spans to be sent. */
const flushMs = 3_000

/**
 * Starts the SDK of OpenTelemetry, which is loaded only here, and exports spans by OTLP over HTTP. Without a URL nothing is loaded
 * and the spans of `tracing.ts` are no-ops. Returns the function that sends the last spans and stops it.
 */
export async function startTracing(
  { tracesUrl, traceShare, role }: TracingSettings & { role: string },
  onError: (message: string) => void,
): Promise<() => Promise<void>> {
  if (tracesUrl === null) return async () => {}
  const [{ context, diag, DiagLogLevel, trace }, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ])
  const silent = () => {}
  const logger = { error: onError, warn: onError, info: silent, debug: silent, verbose: silent }
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
  const provider = new sdk.NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'kobo-console', 'kobo.role': role }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(traceShare) }),
    spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter({ url: `${tracesUrl}/v1/traces` }))],
  })
  // Requests of others carry no trace: one begins with each call.
  provider.register({ propagator: null })
  return async () => {
    const late = new Promise((resolve) => setTimeout(resolve, flushMs).unref())
    await Promise.race([provider.shutdown().catch(silent), late])
    trace.disable()
    context.disable()
    diag.disable()
  }
}
