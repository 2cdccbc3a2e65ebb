import { connect, createServer, type Socket } from 'node:net'

export interface CuttingProxy {
  url: string
  /** The next COMMIT is lost on its way to the database, or its answer on the way back; everything is cut then. */
  cutNextCommit(when: 'before' | 'after'): void
  close(): Promise<void>
}

/** Stands between a server and its database and breaks the connection around a COMMIT. */
export async function startCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let cut: 'before' | 'after' | null = null
  const proxy = createServer((client) => {
    const server = connect(Number(target.port), target.hostname)
    let silent = false
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        client.destroy()
        server.destroy()
      })
    }
    client.on('data', (chunk) => {
      const commits = chunk.includes('commit\0')
      if (commits && cut === 'before') {
        cut = null
        client.destroy()
        return
      }
      if (commits && cut === 'after') {
        cut = null
        silent = true
      }
      server.write(chunk)
    })
    server.on('data', (chunk) => {
      if (silent) client.destroy()
      else client.write(chunk)
    })
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(typeof address === 'object' && address !== null ? address.port : 0)
  return {
    url: url.href,
    cutNextCommit: (when) => {
      cut = when
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}
