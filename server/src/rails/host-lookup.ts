import type { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'

export interface ResolvedAddress {
  address: string
  family: number
}

/**
 * Returns a lookup by a resolver's own sockets. The system's lookup waits in one of the process's few threads, so that names whose
 * servers do not respond would delay all other lookups.
 */
export function hostLookup(resolver: Pick<Resolver, 'resolve4' | 'resolve6'>) {
  return async (host: string): Promise<ResolvedAddress[]> => {
    // No name server has to know it.
    if (host === 'localhost') return withFamilies(['127.0.0.1', '::1'])
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return withFamilies(answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])))
  }
}

function withFamilies(addresses: readonly string[]): ResolvedAddress[] {
  return addresses.map((address) => ({ address, family: isIP(address) }))
}
