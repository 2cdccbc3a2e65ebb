import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** What clients received through the balancer. */
export interface Traffic {
  /** Responses by the first digit of their status; 0 for a connection that broke without a response. */
  statuses: Record<number, number>
  /** Longest time between two successful writes, in milliseconds. */
  longestGapMs: number
}

const checkEveryMs = 250
const headersOfHop = new Set(['connection', 'keep-alive', 'transfer-encoding'])

/**
 * Spreads calls over the servers that are ready, as deploy/haproxy does: a call is passed on to another server only if none has
 * received it.
 */
export class Balancer {
  readonly #ports = new Map<string, { port: number; isReady: boolean }>()
  readonly #server: Server
  readonly #timer: NodeJS.Timeout
  #next = 0
  #lastWrite = 0
  #traffic: Traffic = newTraffic()

  constructor() {
    this.#server = createServer((incoming, response) => void this.#pass(incoming, response))
    this.#timer = setInterval(() => void this.#check(), checkEveryMs)
  }

  async listen(port: number): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve))
  }

  add(name: string, port: number): void {
    this.#ports.set(name, { port, isReady: false })
  }

  remove(name: string): void {
    this.#ports.delete(name)
  }

  /** Returns what happened since the last call. */
  takeTraffic(): Traffic {
    const traffic = this.#traffic
    this.#traffic = newTraffic()
    this.#lastWrite = Date.now()
    return traffic
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #check(): Promise<void> {
    for (const server of this.#ports.values()) {
      const response = await fetch(`http://127.0.0.1:${server.port}/readyz`, {
        signal: AbortSignal.timeout(2_000),
      }).catch(() => null)
      server.isReady = response?.ok ?? false
    }
  }

  async #pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(incoming)
    const ready = [...this.#ports.values()].filter(({ isReady }) => isReady)
    this.#next += 1
    for (let tried = 0; tried < ready.length; tried++) {
      const port = ready[(this.#next + tried) % ready.length]?.port ?? 0
      const outcome = await forward(port, { incoming, body }, response)
      if (outcome === 'not connected') continue
      this.#count(incoming, outcome)
      return
    }
    response.writeHead(503).end()
    this.#count(incoming, 503)
  }

  #count({ method, url = '' }: IncomingMessage, status: number): void {
    const { statuses } = this.#traffic
    const digit = Math.floor(status / 100)
    statuses[digit] = (statuses[digit] ?? 0) + 1
    if (method === 'GET' || !url.startsWith('/rails/') || digit !== 2) return
    const now = Date.now()
    if (this.#lastWrite > 0) this.#traffic.longestGapMs = Math.max(this.#traffic.longestGapMs, now - this.#lastWrite)
    this.#lastWrite = now
  }
}

function newTraffic(): Traffic {
  return { statuses: {}, longestGapMs: 0 }
}

/** Returns the status of the response, 0 if the connection broke without one, or that none was made. */
function forward(
  port: number,
  { incoming, body }: { incoming: IncomingMessage; body: Buffer },
  response: ServerResponse,
): Promise<number | 'not connected'> {
  const headers = Object.fromEntries(Object.entries(incoming.headers).filter(([name]) => !headersOfHop.has(name)))
  const { method, url: path } = incoming
  return new Promise((resolve) => {
    // A connection of its own for each call, so that a server that stops breaks none that it has not received.
    const sent = request({ port, host: '127.0.0.1', method, path, headers, agent: false }, (received) => {
      response.writeHead(received.statusCode ?? 502, received.headers)
      received.pipe(response)
      received.on('close', () => resolve(received.complete ? (received.statusCode ?? 0) : 0))
    })
    sent.on('error', (error) => {
      if ('code' in error && error.code === 'ECONNREFUSED') return resolve('not connected')
      response.destroy()
      resolve(0)
    })
    sent.end(body)
  })
}
