import { StartupError } from './startup-error.ts'

/** Where traces are sent. The exporter itself reads further variables of OpenTelemetry, such as headers. */
export interface TracingSettings {
  /** Base URL of an OTLP receiver over HTTP; null if nothing is traced. */
  tracesUrl: string | null
  /** Share of the traces that are recorded, from 0 to 1. */
  traceShare: number
}

/** Reads the variables of OpenTelemetry; throws one clear sentence for an invalid one. */
export function readTracing(env: Record<string, string | undefined>): TracingSettings {
  const tracesUrl = env['OTEL_EXPORTER_OTLP_ENDPOINT']?.replace(/\/+$/, '') || null
  if (tracesUrl !== null && (!URL.canParse(tracesUrl) || !/^https?:\/\//.test(tracesUrl))) {
    throw new StartupError(
      `OTEL_EXPORTER_OTLP_ENDPOINT must be a URL such as http://127.0.0.1:4318, not "${tracesUrl}".`,
    )
  }
  const share = env['OTEL_TRACES_SAMPLER_ARG'] || '1'
  const traceShare = Number(share)
  if (!(traceShare >= 0 && traceShare <= 1)) {
    throw new StartupError(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "${share}".`)
  }
  return { tracesUrl, traceShare }
}
