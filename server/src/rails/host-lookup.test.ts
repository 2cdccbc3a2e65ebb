import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { hostLookup } from './host-lookup.ts'

it('returns the addresses of both families, or those of one if the other fails', async () => {
  const { resolver, close } = await nameServer({ A: '41.58.0.7', AAAA: '2c0f:f248::1' }, { A: '41.58.0.8' })
  const [v4, v6] = [
    { address: '41.58.0.7', family: 4 },
    { address: '2c0f:f248::1', family: 6 },
  ]
  const lookup = hostLookup(resolver)
  try {
    expect(await lookup('both.example')).toEqual([v4, v6])
    expect(await lookup('one.example')).toEqual([{ ...v4, address: '41.58.0.8' }])
    expect(await lookup('none.example')).toEqual([])
    expect(await lookup('localhost')).toEqual([
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ])
  } finally {
    close()
  }
})

type Records = Partial<Record<'A' | 'AAAA', string>>

/** Starts a name server that knows `both.example` and `one.example`; returns a resolver that asks it. */
async function nameServer(both: Records, one: Records) {
  const zone = new Map([
    ['both.example', both],
    ['one.example', one],
  ])
  const socket = createSocket('udp4')
  socket.on('message', (question, { address, port }) => {
    const labels: string[] = []
    let end = 12
    for (let length = question[end] ?? 0; length > 0; length = question[end] ?? 0) {
      labels.push(question.toString('latin1', end + 1, end + 1 + length))
      end += 1 + length
    }
    const type = question.readUInt16BE(end + 1)
    const found = zone.get(labels.join('.').toLowerCase())?.[type === 28 ? 'AAAA' : 'A']
    const bytes = found === undefined ? null : addressBytes(found)
    const header = Buffer.from(question.subarray(0, 12))
    // A response: no error, or the failure of the name's own servers.
    header.writeUInt16BE(bytes === null ? 0x8182 : 0x8180, 2)
    header.writeUInt16BE(bytes === null ? 0 : 1, 6)
    header.writeUInt32BE(0, 8)
    const record = Buffer.alloc(bytes === null ? 0 : 12)
    if (bytes !== null) {
      record.writeUInt16BE(0xc0_0c, 0)
      record.writeUInt16BE(type, 2)
      record.writeUInt16BE(1, 4)
      record.writeUInt16BE(bytes.length, 10)
    }
    socket.send(
      Buffer.concat([header, question.subarray(12, end + 5), record, bytes ?? Buffer.alloc(0)]),
      port,
      address,
    )
  })
  await once(socket.bind(0, '127.0.0.1'), 'listening')
  const resolver = new Resolver({ timeout: 1_000, tries: 1 })
  resolver.setServers([`127.0.0.1:${socket.address().port}`])
  return { resolver, close: () => socket.close() }
}

function addressBytes(address: string): Buffer {
  if (address.includes('.')) return Buffer.from(address.split('.').map(Number))
  const [left = '', right = ''] = address.split('::')
  const [start, rest] = [left.split(':'), right.split(':')]
  const groups = [...start, ...Array.from({ length: 8 - start.length - rest.length }, () => '0'), ...rest]
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex')
}
