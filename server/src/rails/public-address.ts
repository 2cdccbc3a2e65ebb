import { BlockList, isIP } from 'node:net'

/** Whether an IP address is on the public internet; any other kind, in any notation, is not. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !closed4.check(address, 'ipv4')
  // A zone (`%eth0`) occurs only in link-local addresses.
  if (family !== 6 || address.includes('%')) return false
  return open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6')
}

/** IANA's registry of special-purpose addresses, and cloud metadata services. */
const closed4 = networks('ipv4', [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT, and Alibaba's metadata
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // Azure's host
  '169.254.0.0/16', // link-local, and most clouds' metadata
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments, and Oracle's metadata
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
])

/** The only allocated part of IPv6; IPv4 mapped or wrapped for NAT64 lies outside it. */
const open6 = networks('ipv6', ['2000::/3'])

const closed6 = networks('ipv6', [
  '2001::/23', // protocol assignments, and IPv4 wrapped by Teredo
  '2001:db8::/32', // documentation
  '2002::/16', // IPv4 wrapped by 6to4
  '3fff::/20', // documentation
])

function networks(family: 'ipv4' | 'ipv6', list: readonly string[]): BlockList {
  const found = new BlockList()
  for (const network of list) {
    const [address = '', prefix] = network.split('/')
    found.addSubnet(address, Number(prefix), family)
  }
  return found
}
