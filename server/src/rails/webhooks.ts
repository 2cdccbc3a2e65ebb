import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { lookup as systemLookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'
import { maskPersonalNumbers } from './stored-response.ts'

export interface Delivery {
  url: string
  /** The same at every attempt. */
  id: string
  secret: string
  body: string
  /** The time of this attempt. */
  at: Date
}

/** What came of one attempt: delivered is what was answered with 2xx. */
export interface DeliveryResult {
  /** Null when there was no answer. */
  responseCode: number | null
  /**
   * `address not allowed`, `address not found`, `timeout`, `unreachable`, `certificate not accepted` or `broken off`;
   * beside a code when the body stopped short.
   */
  problem: string | null
  /** The first kilobyte of the answer, without the numbers that may be a person's. */
  responseText: string
  ms: number
}

export interface ResolvedAddress {
  address: string
  family: number
}

export interface WebhookSenderOptions {
  timeoutMs?: number
  /** Lets webhooks go to our own network, as the demo's do. */
  allowNonPublic: boolean
  lookup?: (host: string) => Promise<ResolvedAddress[]>
}

/** Carries webhooks out. `send` never throws for what the outside does. */
export interface WebhookSender {
  send(delivery: Delivery): Promise<DeliveryResult>
}

type Attempt = Omit<DeliveryResult, 'ms'>

const keptBytes = 1024

/** Sends by the rules of Standard Webhooks, to public addresses only unless told otherwise, and follows no redirect. */
export function openWebhookSender({
  timeoutMs = 15_000,
  allowNonPublic,
  lookup = (host) => systemLookup(host, { all: true }),
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
    // One bad address among good ones is a name that somebody plays with.
    if (!allowNonPublic && !resolved.every(({ address }) => isPublicAddress(address)))
      return failed('address not allowed')
    return post(target, delivery, resolved, signal)
  }

  return {
    async send(delivery) {
      const start = performance.now()
      const result = await attempt(delivery)
      return { ...result, ms: Math.round(performance.now() - start) }
    },
  }
}

/** Where a webhook may be sent as far as its text goes: http or https, without a user's name or password. */
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
    // A connection of its own, to the very addresses that were checked: a second look-up could give others.
    const request = open(target, { method: 'POST', agent: false, signal, headers, lookup: pinned(resolved) })
    let end = (problem: string) => resolve(failed(problem))
    request.on('error', (error) => end(signal.aborted ? 'timeout' : connectionProblem(error)))
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      let size = 0
      const answered = (problem: string | null) => {
        resolve({ responseCode: response.statusCode ?? null, problem, responseText: firstKilobyte(chunks) })
        response.destroy()
      }
      // From here on a broken connection takes nothing back of what was said.
      end = answered
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        size += chunk.byteLength
        if (size >= keptBytes) answered(null)
      })
      response.on('end', () => answered(null))
      response.on('error', () => answered(signal.aborted ? 'timeout' : 'broken off'))
    })
    request.end(body)
  })
}

/** Answers every look-up with what is known already, one address or all of them as the socket asks. */
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

/** PostgreSQL keeps no NUL in a text. */
function firstKilobyte(chunks: Buffer[]): string {
  const text = Buffer.concat(chunks).subarray(0, keptBytes).toString('utf8').replaceAll('\0', '')
  return maskPersonalNumbers(text)
}

const notReached = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'ETIMEDOUT'])

function connectionProblem(error: Error): string {
  const code = 'code' in error ? String(error.code) : ''
  if (/CERT|SIGNATURE|ISSUER/.test(code)) return 'certificate not accepted'
  return notReached.has(code) ? 'unreachable' : 'broken off'
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
  /** `whsec_` and base64. */
  secret: string
}

/** The signature of Standard Webhooks, version 1. */
export function signWebhook({ id, timestampSeconds, body, secret }: Signed): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestampSeconds}.${body}`).digest('base64')}`
}

/** What a receiver does: one of the signatures is right, and the time is near. */
export function verifyWebhook(
  signed: Signed & { signature: string },
  { now, toleranceSeconds = 300 }: { now: Date; toleranceSeconds?: number },
): boolean {
  const wanted = Buffer.from(signWebhook(signed))
  const near = Math.abs(now.getTime() / 1000 - signed.timestampSeconds) <= toleranceSeconds
  const right = signed.signature
    .split(' ')
    .map((one) => Buffer.from(one))
    .some((one) => one.length === wanted.length && timingSafeEqual(one, wanted))
  return near && right
}

/** A secret for one receiver. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** How long to wait before each attempt. */
export const webhookDelaysSeconds = [0, 5, 300, 1800, 7200, 18_000, 36_000] as const

/** The wait before the next attempt, a tenth more or less so that receivers are not called in step; null after the last. */
export function nextDelaySeconds(attemptsMade: number, random: () => number = Math.random): number | null {
  const delay = webhookDelaysSeconds[attemptsMade]
  return delay === undefined ? null : delay * (0.9 + 0.2 * random())
}
