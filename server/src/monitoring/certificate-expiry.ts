import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import type { Sample } from './reading.ts'

const withinMs = 3_000
const usuallyFreshMs = 300_000

/** Gauge of the certificates that endpoints show. */
export const certificateGauge = {
  name: 'kobo_certificate_expiry_timestamp_seconds',
  help: 'When the TLS certificate of an endpoint expires',
  labels: ['endpoint'],
}

/** Address that accepts TLS connections. */
export interface Endpoint {
  /** `host:port`, as it was given. */
  name: string
  host: string
  port: number
}

/** Parses `host:port`, with an IPv6 address in brackets; null if it is something else. */
export function parseEndpoint(name: string): Endpoint | null {
  const [, bracketed, plain, port] = name.match(/^(?:\[([\da-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i) ?? []
  const host = bracketed ?? plain
  if (host === undefined || (bracketed !== undefined && isIP(bracketed) !== 6) || Number(port) > 65_535) return null
  return { name, host, port: Number(port) }
}

/**
 * Returns a function that reads when the certificates of endpoints expire, at most once in five minutes. One that cannot be read is
 * absent and reported, and delays the others by 3 s at most.
 */
export function watchCertificates(
  endpoints: readonly Endpoint[],
  { onFailure, freshMs = usuallyFreshMs }: { onFailure: (error: unknown) => void; freshMs?: number | undefined },
): () => Promise<readonly Sample[]> {
  let last: { samples: Promise<readonly Sample[]>; atMs: number } | null = null
  return () => {
    if (last === null || Date.now() - last.atMs >= freshMs) {
      last = { samples: readAll(endpoints, onFailure), atMs: Date.now() }
    }
    return last.samples
  }
}

async function readAll(
  endpoints: readonly Endpoint[],
  onFailure: (error: unknown) => void,
): Promise<readonly Sample[]> {
  const found = await Promise.all(
    endpoints.map(async (endpoint) => {
      try {
        return {
          gauge: certificateGauge.name,
          labels: { endpoint: endpoint.name },
          value: (await readExpiryMs(endpoint)) / 1000,
        }
      } catch (error) {
        onFailure(new Error(`The certificate of ${endpoint.name} could not be read`, { cause: error }))
        return null
      }
    }),
  )
  return found.filter((sample) => sample !== null)
}

/** Expiry in milliseconds since 1970 of the certificate that an endpoint shows. */
async function readExpiryMs({ host, port }: Endpoint): Promise<number> {
  // Nothing is sent, and a certificate that is no longer valid is the one to report.
  const socket = connect({
    host,
    port,
    rejectUnauthorized: false,
    ...(isIP(host) === 0 && { servername: host }),
  })
  socket.on('error', () => {})
  try {
    // An endpoint that demands a certificate of its callers has shown its own by then.
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(withinMs) })
    const expiryMs = Date.parse(socket.getPeerCertificate().valid_to)
    if (Number.isNaN(expiryMs)) throw new Error('It shows no certificate')
    return expiryMs
  } finally {
    socket.destroy()
  }
}
