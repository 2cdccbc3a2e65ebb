import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Authority, certify, openAuthority } from './certificates.ts'

let folder: string
let authority: Authority
const host = { name: 'db1', addresses: ['10.20.0.11', 'localhost'] }

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kobo-certificates-'))
  authority = openAuthority({ certificate: join(folder, 'ca/ca.crt'), key: join(folder, 'ca/ca.key') })
})
afterEach(() => rmSync(folder, { recursive: true }))

const own = () => join(folder, 'db1.crt')
const read = (path: string) => new X509Certificate(readFileSync(path))

it('signs a certificate for the names and addresses of a host, and no others', () => {
  const { files, isNew } = certify(host, authority, folder)
  expect(isNew).toBe(true)
  expect(files).toEqual(['ca.crt', 'db1.crt', 'db1.key'].map((name) => join(folder, name)))
  const certificate = read(own())
  expect(certificate.verify(read(authority.certificate).publicKey)).toBe(true)
  expect(certificate.checkIP('10.20.0.11')).toBeDefined()
  expect(certificate.checkHost('db1')).toBeDefined()
  expect(certificate.checkHost('localhost')).toBeDefined()
  expect(certificate.checkIP('10.20.0.12')).toBeUndefined()
  expect(certificate.checkHost('db2')).toBeUndefined()
  expect(certificate.ca).toBe(false)
  expect(read(authority.certificate).ca).toBe(true)
})

it('lets only the owner read a key', () => {
  certify(host, authority, folder)
  for (const key of [authority.key, join(folder, 'db1.key')]) expect(statSync(key).mode & 0o777).toBe(0o600)
})

it('keeps the authority and a good certificate', () => {
  certify(host, authority, folder)
  const before = [authority.certificate, own()].map((path) => readFileSync(path, 'utf8'))
  openAuthority(authority)
  expect(certify(host, authority, folder).isNew).toBe(false)
  expect([authority.certificate, own()].map((path) => readFileSync(path, 'utf8'))).toEqual(before)
})

it('renews a certificate that expires soon', () => {
  certify(host, authority, folder)
  signFor(60)
  expect(certify(host, authority, folder).isNew).toBe(true)
  signFor(120)
  expect(certify(host, authority, folder).isNew).toBe(false)
})

it('replaces a certificate of another address, of another authority, or of another key', () => {
  certify(host, authority, folder)
  expect(certify({ ...host, addresses: ['10.20.0.99'] }, authority, folder).isNew).toBe(true)

  const other = openAuthority({ certificate: join(folder, 'other/ca.crt'), key: join(folder, 'other/ca.key') })
  expect(certify({ ...host, addresses: ['10.20.0.99'] }, other, folder).isNew).toBe(true)

  writeFileSync(join(folder, 'db1.key'), readFileSync(other.key))
  expect(certify({ ...host, addresses: ['10.20.0.99'] }, other, folder).isNew).toBe(true)
})

it('takes certificates that were signed elsewhere, and names one that does not fit', () => {
  certify(host, authority, folder)
  rmSync(authority.key)
  expect(certify(host, authority, folder).isNew).toBe(false)
  expect(() => certify({ ...host, addresses: ['10.20.0.99'] }, authority, folder)).toThrow(/db1\.crt .* 10\.20\.0\.99/)
})

it('does not create a second authority for a key whose certificate is lost', () => {
  rmSync(authority.certificate)
  expect(() => openAuthority(authority)).toThrow(/has no certificate/)
})

/** Signs the host's key again for these days. */
function signFor(days: number): void {
  const names = ['-addext', 'subjectAltName = DNS:db1, IP:10.20.0.11, DNS:localhost', '-subj', '/CN=db1']
  const signer = ['-CA', authority.certificate, '-CAkey', authority.key, '-days', String(days)]
  const files = ['-key', join(folder, 'db1.key'), '-out', own()]
  execFileSync('openssl', ['req', '-x509', '-config', '/dev/null', ...names, ...signer, ...files], { stdio: 'ignore' })
}
