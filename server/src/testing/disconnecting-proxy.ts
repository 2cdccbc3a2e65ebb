import { connect, createServer, type Socket } from 'node:net'

export interface CuttingProxy {
  url: string
  /**
   * Cuts the connection at the next COMMIT: `before` drops the COMMIT, `after` drops its response. With `late` the COMMIT
   * reaches the database 800 ms later; with `never` the database connection stays open without it. With `fail-over` its
   * response is dropped with all connections, and new ones are refused for 9 s.
   */
  cutNextCommit(when: Cut): void
  /** Whether the COMMIT to cut has arrived. */
  hasCut(): boolean
  close(): Promise<void>
}

type Cut = 'before' | 'after' | 'late' | 'never' | 'fail-over'

const lateMs = 800
const failoverMs = 9_000

/** Starts a proxy in front of a database that breaks connections around a COMMIT. */
export async function startDisconnectingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let cut: Cut | null = null
  let refusesUntil = 0
  const failOver = () => {
    refusesUntil = Date.now() + failoverMs
    for (const socket of sockets) socket.destroy()
  }
  const proxy = createServer((client) => {
    if (Date.now() < refusesUntil) {
      client.destroy()
      return
    }
    const server = connect(Number(target.port), target.hostname)
    let onResponse: (() => void) | null = null
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
      if (cutMode === 'after') onResponse = () => client.destroy()
      if (cutMode === 'fail-over') onResponse = failOver
      if (cutMode === null || onResponse !== null) server.write(chunk)
      else client.destroy()
    })
    server.on('data', (chunk) => {
      if (onResponse !== null) onResponse()
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
    hasCut: () => cut === null,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}
