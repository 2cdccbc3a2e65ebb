import { certificateGauge } from './certificate-expiry.ts'
import type { Problem } from './problem.ts'

const withinMs = 4_000
const leastFreeShare = 0.1
const mostFailedShare = 0.02
const leastValidDays = 30
const daySeconds = 86_400

/** Examines one server by its `/readyz` and, if it serves them, its `/metrics`. Never rejects. */
export async function examineServer(address: string): Promise<Problem[]> {
  const at = (sentence: string, page: string): Problem => ({ subject: address, sentence, page })
  try {
    const base = address.replace(/\/+$/, '')
    const ready = await fetch(`${base}/readyz`, { signal: AbortSignal.timeout(withinMs) })
    if (ready.status === 503) return [at('It is not ready: it does not reach the database', 'primary-lost')]
    if (!ready.ok) return [at(`It responds to /readyz with ${ready.status}`, 'a-server-is-down')]
    const metrics = await fetch(`${base}/metrics`, { signal: AbortSignal.timeout(withinMs) })
    if (!metrics.ok) return []
    return judgeMetrics(await metrics.text()).map(([sentence, page]) => at(sentence, page))
  } catch (error) {
    return [at(`It does not respond: ${reasonOf(error)}`, 'a-server-is-down')]
  }
}

function judgeMetrics(text: string): [sentence: string, page: string][] {
  const found: [string, string][] = []
  const free = sum(text, 'kobo_disk_free_bytes') / sum(text, 'kobo_disk_size_bytes')
  if (free < leastFreeShare) found.push([`The disk of stored files has ${percent(free)} left`, 'disk-full'])
  const calls = sum(text, 'http_request_duration_seconds_count')
  const failed = sum(text, 'http_request_duration_seconds_count', /status="5/) / calls
  if (failed > mostFailedShare) found.push([`${percent(failed)} of its calls since its start failed`, 'calls-fail'])
  for (const [endpoint, expiry] of expiries(text)) {
    const days = Math.floor((expiry - Date.now() / 1000) / daySeconds)
    if (days < leastValidDays) found.push([certificateSentence(endpoint, days), 'a-certificate-expires'])
  }
  return found
}

function certificateSentence(endpoint: string, days: number): string {
  if (days < 0) return `The certificate of ${endpoint} has expired`
  return `The certificate of ${endpoint} expires in ${days} ${days === 1 ? 'day' : 'days'}`
}

/** Expiry in seconds since 1970 of each certificate that the server watches. */
function expiries(text: string): [endpoint: string, seconds: number][] {
  const samples = text.matchAll(new RegExp(`^${certificateGauge.name}\\{endpoint="([^"]+)"\\} (\\S+)$`, 'gm'))
  return [...samples].map(([, endpoint = '', value]) => [endpoint, Number(value)])
}

/** Sum of the samples of a metric; NaN without one. */
function sum(text: string, metric: string, labels = /(?:)/): number {
  const values = text.split('\n').flatMap((line) => {
    const [, of = '', value] = line.match(/^(?!#)\w+(\{.*\})? (\S+)$/) ?? []
    return line.match(/^\w+/)?.[0] === metric && labels.test(of) ? [Number(value)] : []
  })
  return values.length === 0 && labels.source === '(?:)'
    ? Number.NaN
    : values.reduce((total, value) => total + value, 0)
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

/** `fetch` wraps the error that says why. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no response within ${withinMs / 1000} s`
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message
}
