import { createServer } from 'node:http'
import { freePort } from './bench-server.ts'

/** Responses to the console, for another page to render. */
export interface Captured {
  list: string
  record: string
}

export interface CapturedServer {
  address: string
  close: () => void
}

/** Serves pages by path, and the captured responses: the list as `/rows`, the record as `/fields`. */
export async function serveCaptured(
  { list, record }: Captured,
  pages: Readonly<Record<string, { type: string; text: string }>>,
): Promise<CapturedServer> {
  const port = await freePort()
  const responses: typeof pages = {
    '/rows': { type: 'application/json', text: list },
    '/fields': { type: 'application/json', text: record },
    ...pages,
  }
  const server = createServer((request, response) => {
    const captured = responses[request.url ?? '']
    if (!captured) return response.writeHead(404).end()
    response.setHeader('content-type', `${captured.type}; charset=utf-8`)
    if (captured.type === 'text/javascript') response.setHeader('cache-control', 'max-age=3600')
    return response.end(captured.text)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { address: `http://127.0.0.1:${port}/`, close: () => server.close() }
}
