import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { expect, it } from 'vitest'
import { certificateGauge, parseEndpoint, watchCertificates } from './certificate-expiry.ts'

/** A pair for this test alone. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgRSVcTDWjvoR1qJUd
RN3A97nU9bSm3XDUUZRbcPAdnvGhRANCAARWojuPTEfDbN/05pWmQ7YmZzL6iDwO
DpnevwrX8n4VW1cmh+j1VYgifkcsmT/0Ywp1JlnnaNO3rZPLGpbjNDU0
-----END PRIVATE KEY-----`
const cert = `-----BEGIN CERTIFICATE-----
MIIBIjCByQIUI2mgJ10yRiUpspKOQnX6pJfXggAwCgYIKoZIzj0EAwIwFDESMBAG
A1UEAwwJbG9jYWxob3N0MB4XDTI2MTEyNzIzNTIxOVoXDTI2MTEyODIzNTIxOVow
FDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE
VqI7j0xHw2zf9OaVpkO2Jmcy+og8Dg6Z3r8K1/J+FVtXJofo9VWIIn5HLJk/9GMK
dSZZ52jTt62TyxqW4zQ1NDAKBggqhkjOPQQDAgNIADBFAiEAkUzp0YT11vvRehrl
0QoPgOsWgyWxcCoD34YBvCue8FACIAsvXNY2/GIAzzVbuEuoPLZxRYW0PX+b6cSX
R7iOg3BY
-----END CERTIFICATE-----`
const expiry = Date.parse('2026-11-28T23:52:19Z') / 1000

const listening = async (server: Server) => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return onLoopback(typeof address === 'object' ? (address?.port ?? 0) : 0)
}

const onLoopback = (port: number) => ({ name: `127.0.0.1:${port}`, host: '127.0.0.1', port })

it('reads when certificates expire, of endpoints that know no caller too, and reports those that show none', async () => {
  const connections: unknown[] = []
  const strict = createTlsServer({ key, cert, requestCert: true, rejectUnauthorized: true })
  strict.on('connection', (socket) => connections.push(socket)).on('tlsClientError', () => {})
  const silent = createServer()
  silent.on('connection', (socket) => socket.on('error', () => {}))
  const endpoints = [await listening(strict), await listening(silent), onLoopback(1)]
  const failures: unknown[] = []
  const read = watchCertificates(endpoints, { onFailure: (error) => failures.push(error) })
  expect(await read()).toEqual([
    { gauge: certificateGauge.name, labels: { endpoint: endpoints[0]?.name }, value: expiry },
  ])
  expect(failures.map((error) => (error as Error).message).toSorted()).toEqual(
    endpoints
      .slice(1)
      .map(({ name }) => `The certificate of ${name} could not be read`)
      .toSorted(),
  )
  expect(await read()).toHaveLength(1)
  expect(connections).toHaveLength(1)
  const readAnew = watchCertificates(endpoints.slice(0, 1), { onFailure: () => {}, freshMs: 0 })
  await readAnew()
  await readAnew()
  expect(connections).toHaveLength(3)
  strict.close()
  silent.close()
})

it('parses endpoints, and nothing else', () => {
  expect(parseEndpoint('console.example.com:443')).toEqual({
    name: 'console.example.com:443',
    host: 'console.example.com',
    port: 443,
  })
  expect(parseEndpoint('[fd00::5]:8008')).toEqual({ name: '[fd00::5]:8008', host: 'fd00::5', port: 8008 })
  for (const wrong of [
    'console.example.com',
    'https://a:443',
    'a:99999',
    '[10.0.0.5]:443',
    'fd00::5:80',
    ':443',
    'a b:1',
  ]) {
    expect(parseEndpoint(wrong)).toBeNull()
  }
})
