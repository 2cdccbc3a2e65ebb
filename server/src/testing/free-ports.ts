import { createServer } from 'node:net'

/** Returns ports of this machine that nothing listens on, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  const ports = []
  for (const server of servers) {
    if (!server.listening) await new Promise((resolve) => server.once('listening', resolve))
    const address = server.address()
    if (address !== null && typeof address === 'object') ports.push(address.port)
  }
  for (const server of servers) await new Promise((resolve) => server.close(resolve))
  return ports
}
