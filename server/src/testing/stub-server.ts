import { once } from 'node:events'
import http, { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'

export interface LooseServer {
  url: string
  port: number
  /** Requests received, oldest first. */
  requests: IncomingMessage[]
  close(): Promise<void>
}

/** Starts an HTTP server on loopback that behaves as the test's listener decides, in place of an external service. */
export async function startStubServer(
  listener: (request: IncomingMessage, response: ServerResponse) => unknown,
  host = '127.0.0.1',
): Promise<LooseServer> {
  const requests: IncomingMessage[] = []
  const record: RequestListener = (request, response) => {
    requests.push(request)
    listener(request, response)
  }
  const server = http.createServer(record)
  server.listen(0, host)
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://${host}:${port}`,
    port,
    requests,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
