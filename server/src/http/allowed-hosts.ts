import type { FastifyInstance } from 'fastify'
import type { Settings } from '../settings.ts'
import { healthPaths } from './health.ts'
import { HttpError } from './http-error.ts'

/** Names of this machine, which no other site can claim, unlike names of a domain that it owns. */
const thisMachine = ['localhost', '127.0.0.1', '[::1]']

/**
 * Rejects requests for other host names than the server's own. Otherwise a page elsewhere could point its own name at this
 * server and read its responses as same-origin (DNS rebinding).
 */
export function refuseOtherHosts(app: FastifyInstance, settings: Settings): void {
  const names = new Set([...thisMachine, new URL(settings.publicUrl).host, ...settings.allowedHosts].map(nameIn))
  app.addHook('onRequest', async (request) => {
    const name = nameIn(request.headers.host)
    const [path = ''] = request.url.split('?')
    if (name !== null && names.has(name)) return
    // Load balancers probe by IP address. A demo has none in front of it.
    if (!settings.demo && healthPaths.includes(path)) return
    throw new HttpError(421, 'wrong_host', 'Host not allowed')
  })
}

/** Returns the host name without its port, which a proxy or tunnel may change; null if missing or malformed. */
function nameIn(host = ''): string | null {
  return /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d+)?$/i.exec(host)?.[1]?.toLowerCase() ?? null
}
