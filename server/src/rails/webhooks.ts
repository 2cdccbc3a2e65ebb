import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Seal } from '../seal.ts'
import { hostLookup, type ResolvedAddress } from './host-lookup.ts'
import { isPublicAddress } from './public-address.ts'
import { maskPersonalNumbers } from './stored-response.ts'
import { tracedCall } from './traced-call.ts'

export interface Delivery {
  url: string
  /** Webhook ID, the same at every attempt. */
  id: string
  secret: string
  body: string
  at: Date
}

/** Result of one attempt. A 2xx response means delivered. */
export interface DeliveryResult {
  /** Null without a response. */
  responseCode: number | null
  /**
   * `address not allowed`, `address not found`, `timeout`, `unreachable`, `certificate rejected` or `connection lost`;
   * set together with a code if the body was cut off.
   */
  problem: string | null
  /** First kilobyte of the response, with possible personal numbers masked. */
  responseText: string
  ms: number
}

export interface WebhookSenderOptions {
  timeoutMs?: number
  /** Allows private networks, as the demo requires. */
  allowNonPublic: boolean
  lookup?: (host: string) => Promise<ResolvedAddress[]>
}

/** Sends webhooks. `send` never throws when the receiver fails. */
export interface WebhookSender {
  send(delivery: Delivery): Promise<DeliveryResult>
}

type Attempt = Omit<DeliveryResult, 'ms'>

const storedBytes = 1024

/** Sends by Standard Webhooks, to public addresses only unless allowed otherwise, and follows no redirect. */
export function openWebhookSender({
  timeoutMs = 15_000,
  allowNonPublic,
  lookup = hostLookup(new Resolver({ timeout: 3_000, tries: 2 })),
}: WebhookSenderOptions): WebhookSender {
  async function attempt(delivery: Delivery): Promise<Attempt> {
    const target = webhookTarget(delivery.url)
    if (target === null) return failed('address not allowed')
    const signal = AbortSignal.timeout(timeoutMs)
    const host = target.hostname.replace(/^\[(.*)\]$/, '$1')
    const family = isIP(host)
    const resolved = family ? [{ address: host, family }] : await inTime(lookup(host), signal).catch(() => [])
    if (signal.aborted) return failed('timeout')
    if (resolved.length === 0) return failed('address not found')
    // One private address among public ones suggests DNS rebinding.
    if (!allowNonPublic && !resolved.every(({ address }) => isPublicAddress(address)))
      return failed('address not allowed')
    return post(target, delivery, resolved, signal)
  }

  return {
    async send(delivery) {
      const start = performance.now()
      const result = await tracedCall('webhook', delivery.url, async () => {
        const attempted = await attempt(delivery)
        return { result: attempted, status: attempted.responseCode, problem: attempted.problem }
      })
      return { ...result, ms: Math.round(performance.now() - start) }
    },
  }
}

/** Parses a webhook URL: http or https, without credentials; null if not allowed. */
function webhookTarget(url: string): URL | null {
  if (!URL.canParse(url)) return null
  const target = new URL(url)
  const web = target.protocol === 'https:' || target.protocol === 'http:'
  return web && target.username === '' && target.password === '' ? target : null
}

function post(target: URL, delivery: Delivery, resolved: ResolvedAddress[], signal: AbortSignal): Promise<Attempt> {
  const { id, secret, body, at } = delivery
  const timestampSeconds = Math.floor(at.getTime() / 1000)
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'user-agent': 'Kobo-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': signWebhook({ id, timestampSeconds, body, secret }),
  }
  return new Promise((resolve) => {
    const { request: open } = target.protocol === 'https:' ? https : http
    // A separate connection, pinned to the checked addresses: a second lookup could return others.
    const request = open(target, { method: 'POST', agent: false, signal, headers, lookup: pinned(resolved) })
    let end = (problem: string) => resolve(failed(problem))
    request.on('error', (error) => end(signal.aborted ? 'timeout' : connectionProblem(error)))
    // Without a listener, a response that changes the protocol would end the request without any event.
    request.on('upgrade', (response, socket) => {
      socket.destroy()
      resolve({ responseCode: response.statusCode ?? null, problem: null, responseText: '' })
    })
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      let size = 0
      const finish = (problem: string | null) => {
        resolve({ responseCode: response.statusCode ?? null, problem, responseText: firstKilobyte(chunks) })
        response.destroy()
      }
      // From here on a connection error no longer discards the response.
      end = finish
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        size += chunk.byteLength
        if (size >= storedBytes) finish(null)
      })
      response.on('end', () => finish(null))
      response.on('error', () => finish(signal.aborted ? 'timeout' : 'connection lost'))
    })
    request.end(body)
  })
}

/** Answers every lookup with the resolved addresses, one or all as the socket requests. */
function pinned(resolved: ResolvedAddress[]): LookupFunction {
  return (_host, { all }, done) => {
    const [first] = resolved
    if (all) done(null, resolved)
    else if (first) done(null, first.address, first.family)
  }
}

function failed(problem: string): Attempt {
  return { responseCode: null, problem, responseText: '' }
}

/** PostgreSQL text cannot contain NUL. */
function firstKilobyte(chunks: Buffer[]): string {
  const text = Buffer.concat(chunks).subarray(0, storedBytes).toString('utf8').replaceAll('\0', '')
  return maskPersonalNumbers(text)
}

const unreachableCodes = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'ETIMEDOUT'])

function connectionProblem(error: Error): string {
  const code = 'code' in error ? String(error.code) : ''
  if (/CERT|SIGNATURE|ISSUER/.test(code)) return 'certificate rejected'
  return unreachableCodes.has(code) ? 'unreachable' : 'connection lost'
}

function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const late = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('timeout')), { once: true })
  })
  return Promise.race([work, late])
}

interface Signed {
  id: string
  timestampSeconds: number
  body: string
  /** `whsec_` followed by base64. */
  secret: string
}

/** Returns the Standard Webhooks signature, version 1. */
export function signWebhook({ id, timestampSeconds, body, secret }: Signed): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestampSeconds}.${body}`).digest('base64')}`
}

/** Verifies as a receiver does: one of the signatures matches and the timestamp is within the tolerance. */
export function verifyWebhook(
  signed: Signed & { signature: string },
  { now, toleranceSeconds = 300 }: { now: Date; toleranceSeconds?: number },
): boolean {
  const expected = Buffer.from(signWebhook(signed))
  const near = Math.abs(now.getTime() / 1000 - signed.timestampSeconds) <= toleranceSeconds
  const right = signed.signature
    .split(' ')
    .map((candidate) => Buffer.from(candidate))
    .some((candidate) => candidate.length === expected.length && timingSafeEqual(candidate, expected))
  return near && right
}

export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** Seals a merchant's webhook secret, bound to its endpoint. */
export function closeWebhookSecret(seal: Seal, merchantId: string, secret: string): string {
  return seal.close(secret, placeOf(merchantId))
}

export function openWebhookSecret(seal: Seal, endpoint: { merchant_id: string; sealed_secret: string }): string {
  return seal.open(endpoint.sealed_secret, placeOf(endpoint.merchant_id))
}

function placeOf(id: string) {
  return { table: 'webhook_endpoint', column: 'sealed_secret', id }
}
