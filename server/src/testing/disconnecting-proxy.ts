import { connect, createServer, type Socket } from 'node:net'

export interface CuttingProxy {
  url: string
  /**
   * Cuts the connection at the next COMMIT: `before` drops the COMMIT, `after` drops its response. With `late` the COMMIT
   * reaches the database 800 ms later; with `never` the database connection stays open without it.
   */
  cutNextCommit(when: Cut): void
  /** Cuts all connections and refuses new ones for this time, as in a fail-over. */
  refuseFor(ms: number): void
  /** Whether the COMMIT to cut has arrived. */
  hasCut(): boolean
  close(): Promise<void>
}

type Cut = 'before' | 'after' | 'late' | 'never'

const lateMs = 800

/** Starts a proxy in front of a database that breaks connections around a COMMIT. */
export async function startDisconnectingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let cut: Cut | null = null
  let refusesUntil = 0
  const proxy = createServer((client) => {
    if (Date.now() < refusesUntil) {
      client.destroy()
      return
    }
    const server = connect(Number(target.port), target.hostname)
    let silent = false
    let outlives = false
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        client.destroy()
        if (!outlives) server.destroy()
      })
    }
    client.on('data', (chunk) => {
      const cutMode = chunk.includes('commit\0') ? cut : null
      if (cutMode !== null) cut = null
      if (cutMode === 'late' || cutMode === 'never') {
        outlives = true
        if (cutMode === 'late') setTimeout(() => server.end(chunk), lateMs)
      }
      if (cutMode === 'after') silent = true
      if (cutMode === null || cutMode === 'after') server.write(chunk)
      else client.destroy()
    })
    server.on('data', (chunk) => {
      if (silent) client.destroy()
      else if (!client.destroyed) client.write(chunk)
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
    refuseFor: (ms) => {
      refusesUntil = Date.now() + ms
      for (const socket of sockets) socket.destroy()
    },
    hasCut: () => cut === null,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}
