import { onTestFinished } from 'vitest'
import { apiServer } from './api-server.ts'

/** Collects the paths requested from now on in this test. */
export function askedOfServer(): string[] {
  const asked: string[] = []
  const note = ({ request }: { request: Request }) => {
    asked.push(`${request.method} ${new URL(request.url).pathname}`)
  }
  apiServer.events.on('request:start', note)
  onTestFinished(() => void apiServer.events.removeListener('request:start', note))
  return asked
}

/** Requests of every page. */
export const askedByEveryPage = ['GET /config.json', 'GET /api/user/profile', 'GET /api/admin/outside']
