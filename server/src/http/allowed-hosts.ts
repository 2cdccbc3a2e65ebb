import type { FastifyInstance } from 'fastify'
import type { Settings } from '../settings.ts'
import { healthPaths } from './health.ts'
import { HttpError } from './http-error.ts'

/** No page elsewhere can take one of these names for itself, as it can any name that it owns. */
const thisMachine = ['localhost', '127.0.0.1', '[::1]']

/**
 * Answers only to the names that the server goes by: a page elsewhere that points its own name at this server would
 * otherwise read it as its own.
 */
export function refuseOtherHosts(app: FastifyInstance, settings: Settings): void {
  const names = new Set([...thisMachine, new URL(settings.publicUrl).host, ...settings.allowedHosts].map(nameIn))
  app.addHook('onRequest', async (request) => {
    const name = nameIn(request.headers.host)
    const [path = ''] = request.url.split('?')
    if (name !== null && names.has(name)) return
    // A load balancer asks by number; in front of a demo stands none.
    if (!settings.demo && healthPaths.includes(path)) return
    throw new HttpError(421, 'wrong_host', 'This server does not go by that name')
  })
}

/** The name without its port, which a proxy or a tunnel may change; null where there is none. */
function nameIn(host = ''): string | null {
  return /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d+)?$/i.exec(host)?.[1]?.toLowerCase() ?? null
}
