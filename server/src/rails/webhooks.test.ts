import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, mkdtempSync, open as openFile, openSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { startStubServer, type LooseServer } from '../testing/stub-server.ts'
import { isPublicAddress } from './public-address.ts'
import { newWebhookSecret, openWebhookSender, signWebhook, verifyWebhook } from './webhooks.ts'
import { nextDelaySeconds, webhookDelaysSeconds } from './retry-delays.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const at = new Date('2026-11-20T12:00:00.900Z')
const delivery = { id: 'evt_1', secret, body: '{"naira":"₦1"}', at }
const signed = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestampSeconds: 1_614_265_330,
  body: '{"test": 2432232314}',
  secret,
}

const servers: LooseServer[] = []

async function receiver(...stub: Parameters<typeof startStubServer>): Promise<LooseServer> {
  const server = await startStubServer(...stub)
  servers.push(server)
  return server
}

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

describe('webhook signatures', () => {
  const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
  const now = new Date(signed.timestampSeconds * 1000)

  it('signs as Standard Webhooks specifies', () => {
    expect(signWebhook(signed)).toBe(signature)
  })

  it('verifies a signature only for the signed body, id, time and secret', () => {
    const check = (change: object, when = now) => verifyWebhook({ ...signed, signature, ...change }, { now: when })
    expect(check({})).toBe(true)
    expect(check({ signature: `v1,AAAA ${signature}` })).toBe(true)
    for (const change of [
      { body: '{"test": 2432232315}' },
      { id: 'msg_2' },
      { timestampSeconds: signed.timestampSeconds + 1 },
      { secret: newWebhookSecret() },
      { signature: '' },
      { signature: signature.replace('v1', 'v2') },
    ]) {
      expect(check(change)).toBe(false)
    }
    expect(check({}, new Date(now.getTime() + 300_000))).toBe(true)
    expect(check({}, new Date(now.getTime() + 301_000))).toBe(false)
    expect(check({}, new Date(now.getTime() - 301_000))).toBe(false)
  })

  it('generates a secret of 32 random bytes', () => {
    const fresh = newWebhookSecret()
    expect(Buffer.from(fresh.replace('whsec_', ''), 'base64')).toHaveLength(32)
    expect(newWebhookSecret()).not.toBe(fresh)
  })
})

describe('webhook retry delays', () => {
  it('returns seven retry delays with a jitter of a tenth', () => {
    expect(webhookDelaysSeconds).toEqual([0, 5, 300, 1800, 7200, 18_000, 36_000])
    expect(nextDelaySeconds(0)).toBe(0)
    expect(nextDelaySeconds(1, () => 0)).toBeCloseTo(4.5)
    expect(nextDelaySeconds(1, () => 0.5)).toBeCloseTo(5)
    expect(nextDelaySeconds(6, () => 1)).toBeCloseTo(39_600)
    expect(nextDelaySeconds(7)).toBeNull()
  })
})

describe('isPublicAddress', () => {
  const closed = `
    0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 100.127.255.255 127.0.0.1 127.255.255.254
    168.63.129.16 169.254.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.192 192.0.2.1 192.88.99.1
    192.168.0.1 192.168.255.255 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1
    255.255.255.255 :: ::1 ::7f00:1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:8.8.8.8 ::ffff:0:127.0.0.1 64:ff9b::7f00:1
    64:ff9b:1::1 100::1 2001::1 2001:0:7f00:1::1 2001:10::1 2001:20::1 2001:db8::1 2002:7f00:1:: 2002:a00:1::1 3fff::1
    5f00::1 fc00::1 fd00:ec2::254 fe80::1 fe80::1%eth0 2606:4700::1%eth0 fec0::1 ff02::1 localhost 8.8.8 8.8.8.8.8
    08.8.8.8 0x8.8.8.8 [2606:4700::1]`
  const open = `
    1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 41.58.0.1 100.63.255.255 100.128.0.0 126.0.0.1 128.0.0.1 172.15.255.255
    172.32.0.0 192.0.1.1 192.167.255.255 192.169.0.0 223.255.255.255 2001:200::1 2606:4700::1111 2a00:1450:4003::1
    2c0f:f248::1`
  const fields = (text: string) => text.trim().split(/\s+/)

  it('rejects loopback, private, cloud, mapped and reserved addresses', () => {
    expect(['', ...fields(closed)].filter((address) => isPublicAddress(address))).toEqual([])
  })

  it('accepts internet addresses up to the bounds of private networks', () => {
    expect(fields(open).filter((address) => !isPublicAddress(address))).toEqual([])
  })
})

describe('webhooks to forbidden addresses', () => {
  const ports = (port: number) => [
    `http://127.0.0.1:${port}/`,
    `http://127.1:${port}/`,
    `http://2130706433:${port}/`,
    `http://0x7f.0.0.1:${port}/`,
    `http://0177.0.0.1:${port}/`,
    `http://0:${port}/`,
    `http://①②⑦.0.0.1:${port}/`,
    `http://localhost:${port}/`,
    `http://LOCALHOST:${port}/`,
    `http://[::1]:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    `http://[::ffff:7f00:1]:${port}/`,
    `http://[::]:${port}/`,
    `https://127.0.0.1:${port}/`,
    `http://user@merchant.test:${port}/`,
    `http://user:word@merchant.test:${port}/`,
    `ftp://merchant.test:${port}/`,
    `file:///etc/passwd`,
    `javascript:alert(1)`,
    `data:,x`,
    `//127.0.0.1:${port}/`,
    `not an address`,
    ``,
  ]

  it('does not send a webhook to a forbidden address', async () => {
    const server = await receiver((_request, response) => response.end())
    const sender = openWebhookSender({ allowNonPublic: false })
    for (const url of ports(server.port)) {
      expect(await sender.send({ ...delivery, url }), url).toMatchObject({
        responseCode: null,
        problem: 'address not allowed',
      })
    }
    expect(server.requests).toHaveLength(0)
  })

  it('does not send a webhook to a name that resolves to a forbidden address', async () => {
    const server = await receiver((_request, response) => response.end())
    const url = `http://merchant.test:${server.port}/`
    for (const bad of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.0.0.1', '169.254.169.254']) {
      for (const addresses of [[bad], [bad, '8.8.8.8'], ['8.8.8.8', bad]]) {
        const lookup = async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
        const sent = await openWebhookSender({ allowNonPublic: false, lookup, timeoutMs: 1000 }).send({
          ...delivery,
          url,
        })
        expect(sent, addresses.join()).toMatchObject({ responseCode: null, problem: 'address not allowed' })
      }
    }
    expect(server.requests).toHaveLength(0)
  })

  it('rejects credentials and other protocols even when private networks are allowed', async () => {
    const server = await receiver((_request, response) => response.end())
    const sender = openWebhookSender({ allowNonPublic: true })
    for (const url of [
      `http://user:word@127.0.0.1:${server.port}/`,
      `ftp://127.0.0.1:${server.port}/`,
      'file:///etc/hosts',
    ]) {
      expect(await sender.send({ ...delivery, url })).toMatchObject({ problem: 'address not allowed' })
    }
    expect(server.requests).toHaveLength(0)
  })

  it('connects to the checked address when the name resolves differently later', async () => {
    const checked = await receiver((_request, response) => response.end('checked'))
    let lookups = 0
    const lookup = async () => {
      lookups += 1
      return [{ address: lookups === 1 ? '127.0.0.1' : '127.0.0.9', family: 4 }]
    }
    // The system cannot resolve this name: a second lookup would fail.
    const url = `http://rebinding.invalid:${checked.port}/`
    const sent = await openWebhookSender({ allowNonPublic: true, lookup }).send({ ...delivery, url })
    expect(sent).toMatchObject({ responseCode: 200, responseText: 'checked', problem: null })
    expect(lookups).toBe(1)
    expect(checked.requests[0]?.headers.host).toBe(`rebinding.invalid:${checked.port}`)
  })
})

describe('webhook delivery', () => {
  const sender = openWebhookSender({ allowNonPublic: true, timeoutMs: 5_000 })

  it('sends a verifiable signature made for this attempt', async () => {
    let body = ''
    const server = await receiver(async (request, response) => {
      body = (await buffer(request)).toString('utf8')
      response.writeHead(204).end()
    })
    const sent = await sender.send({ ...delivery, url: `${server.url}/hooks/pay?x=1` })
    expect(sent).toEqual({ responseCode: 204, problem: null, responseText: '', ms: expect.any(Number) })
    const [request] = server.requests
    expect(request).toMatchObject({ method: 'POST', url: '/hooks/pay?x=1' })
    const headers = request?.headers ?? {}
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': 'evt_1' })
    expect(headers['webhook-timestamp']).toBe(String(Math.floor(at.getTime() / 1000)))
    const received = {
      id: String(headers['webhook-id']),
      timestampSeconds: Number(headers['webhook-timestamp']),
      signature: String(headers['webhook-signature']),
      body,
      secret,
    }
    expect(body).toBe(delivery.body)
    expect(verifyWebhook(received, { now: at })).toBe(true)
  })

  it('follows no redirect', async () => {
    const inside = await receiver((_request, response) => response.end())
    const server = await receiver((_request, response) =>
      response.writeHead(307, { location: inside.url }).end('moved'),
    )
    expect(await sender.send({ ...delivery, url: server.url })).toMatchObject({
      responseCode: 307,
      responseText: 'moved',
    })
    expect(inside.requests).toHaveLength(0)
  })

  it('reads one kilobyte of an endless response and disconnects', async () => {
    let cut = false
    const server = await receiver((_request, response) => {
      response.writeHead(500)
      const more = setInterval(() => response.write(`\0${'x'.repeat(400)}`), 5)
      response.on('close', () => {
        cut = true
        clearInterval(more)
      })
    })
    const sent = await sender.send({ ...delivery, url: server.url })
    expect(sent).toMatchObject({ responseCode: 500, problem: null })
    expect(sent.responseText).toMatch(/^x{1021}$/)
    await expect.poll(() => cut).toBe(true)
  })

  it('ends with the code of a response that changes the protocol', async () => {
    let isCut = false
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.on('close', () => {
        isCut = true
      })
      socket.once('data', () => {
        socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
      })
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('No port')
    try {
      const sent = await sender.send({ ...delivery, url: `http://127.0.0.1:${address.port}/` })
      expect(sent).toMatchObject({ responseCode: 101, problem: null, responseText: '' })
      await expect.poll(() => isCut).toBe(true)
    } finally {
      server.close()
    }
  }, 10_000)

  it('times out on name resolution, on the response and on its end', async () => {
    const hasty = openWebhookSender({ allowNonPublic: true, timeoutMs: 400 })
    const silent = await receiver(() => {})
    const late = await hasty.send({ ...delivery, url: silent.url })
    expect(late).toMatchObject({ responseCode: null, problem: 'timeout' })
    expect(late.ms).toBeGreaterThanOrEqual(390)
    expect(late.ms).toBeLessThan(2000)

    const dripping = await receiver((_request, response) => {
      response.writeHead(200)
      const drip = setInterval(() => response.write('.'), 50)
      response.on('close', () => clearInterval(drip))
    })
    const slow = await hasty.send({ ...delivery, url: dripping.url })
    expect(slow).toMatchObject({ responseCode: 200, problem: 'timeout' })
    expect(slow.ms).toBeLessThan(2000)

    const nameless = openWebhookSender({ allowNonPublic: true, timeoutMs: 200, lookup: () => new Promise(() => {}) })
    expect(await nameless.send({ ...delivery, url: 'http://slow.test/' })).toMatchObject({ problem: 'timeout' })
  })

  it('reports connection problems', async () => {
    const problem = async (url: string, with_ = sender) => (await with_.send({ ...delivery, url })).problem
    const rude = await receiver((request) => request.socket.resetAndDestroy())
    expect(await problem(rude.url)).toBe('connection lost')
    expect(await problem(rude.url.replace('http', 'https'))).toBe('connection lost')
    const closedServer = await startStubServer(() => {})
    await closedServer.close()
    expect(await problem(closedServer.url)).toBe('unreachable')
    const unknown = openWebhookSender({ allowNonPublic: true, lookup: () => Promise.reject(new Error('ENOTFOUND')) })
    expect(await problem('http://nowhere.test/', unknown)).toBe('address not found')
    const empty = openWebhookSender({ allowNonPublic: true, lookup: async () => [] })
    expect(await problem('http://nowhere.test/', empty)).toBe('address not found')
  })

  it("resolves names without the process's threads", async () => {
    const free = occupyThreads()
    try {
      // No name server is asked about a name with such a long label.
      const url = `http://${'a'.repeat(64)}.example/`
      const sent = await openWebhookSender({ allowNonPublic: true, timeoutMs: 2_000 }).send({ ...delivery, url })
      expect(sent).toMatchObject({ responseCode: null, problem: 'address not found' })
    } finally {
      await free()
    }
  })
})

/** Occupies all threads for files and names until the returned function is called. */
function occupyThreads(): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'kobo-threads-'))
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const threads = Number(process.env['UV_THREADPOOL_SIZE'] ?? 4)
  // Opening a pipe waits for its writer.
  const readers = Array.from({ length: threads }, () => promisify(openFile)(pipe, 'r'))
  return async () => {
    const writer = openSync(pipe, constants.O_RDWR)
    for (const reader of await Promise.all(readers)) closeSync(reader)
    closeSync(writer)
    rmSync(folder, { recursive: true })
  }
}
