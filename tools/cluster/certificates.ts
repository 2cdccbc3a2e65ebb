import { execFileSync } from 'node:child_process'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { dirname, join } from 'node:path'
import { program } from './programs.ts'

/** Who signs the certificates of an installation: paths of its certificate and its key, of which the key may be kept elsewhere. */
export interface Authority {
  certificate: string
  key: string
}

/** Names and addresses by which others reach a host, and the host's own name. */
export interface Identity {
  name: string
  addresses: readonly string[]
}

export interface HostCertificate {
  /** Paths of the authority's certificate, the host's own and its key. */
  files: string[]
  /** Whether it was signed just now. */
  isNew: boolean
  expires: Date
}

const authorityDays = 3650
const hostDays = 365
/** A certificate that is valid for less than this is replaced: early enough to copy it to the hosts without haste. */
const renewDays = 90
const dayMs = 86_400_000

/** Certificate and key at these paths; if both are missing, a new authority is created there. */
export function openAuthority(authority: Authority): Authority {
  if (!existsSync(authority.certificate)) {
    if (existsSync(authority.key)) throw new Error(`${authority.key} has no certificate ${authority.certificate}`)
    sign(authority, authorityDays, 'Kobo Console installation', [
      'basicConstraints = critical, CA:TRUE, pathlen:0',
      'keyUsage = critical, keyCertSign, cRLSign',
      'subjectKeyIdentifier = hash',
    ])
  }
  return authority
}

/**
 * Writes the authority's certificate, a host's certificate and its key into a folder. A certificate that is still good is kept: signed by
 * the authority, for these addresses, and valid for 90 days more. Throws if one is to be signed and the authority's key is elsewhere.
 */
export function certify(identity: Identity, authority: Authority, folder: string): HostCertificate {
  const own = { certificate: join(folder, `${identity.name}.crt`), key: join(folder, `${identity.name}.key`) }
  const isNew = !isGood(identity, authority, own)
  if (isNew) {
    if (!existsSync(authority.key)) {
      throw new Error(
        `${own.certificate} is missing, expires soon or does not fit ${authority.certificate} and ${identity.addresses.join(', ')}, and without ${authority.key} none can be signed`,
      )
    }
    const names = identity.addresses.map((address) => `${isIP(address) ? 'IP' : 'DNS'}:${address}`)
    sign(
      own,
      hostDays,
      identity.name,
      [
        'basicConstraints = critical, CA:FALSE',
        'keyUsage = critical, digitalSignature',
        // Every host is called and calls others.
        'extendedKeyUsage = serverAuth, clientAuth',
        'authorityKeyIdentifier = keyid',
        `subjectAltName = ${[`DNS:${identity.name}`, ...names].join(', ')}`,
      ],
      authority,
    )
  }
  chmodSync(own.key, 0o600)
  const trusted = join(folder, 'ca.crt')
  writeFileSync(trusted, readFileSync(authority.certificate))
  return { files: [trusted, own.certificate, own.key], isNew, expires: expiryOf(own.certificate) }
}

/** When a certificate expires. */
export function expiryOf(path: string): Date {
  return new Date(new X509Certificate(readFileSync(path)).validTo)
}

function isGood(identity: Identity, authority: Authority, own: Authority): boolean {
  if (!existsSync(own.certificate) || !existsSync(own.key)) return false
  const certificate = new X509Certificate(readFileSync(own.certificate))
  const issuer = new X509Certificate(readFileSync(authority.certificate))
  return (
    certificate.verify(issuer.publicKey) &&
    certificate.checkPrivateKey(createPrivateKey(readFileSync(own.key))) &&
    new Date(certificate.validTo).getTime() - Date.now() > renewDays * dayMs &&
    certificate.checkHost(identity.name) !== undefined &&
    identity.addresses.every((one) => (isIP(one) ? certificate.checkIP(one) : certificate.checkHost(one)) !== undefined)
  )
}

/** Creates a key and its certificate, signed by the authority or else by the key itself. */
function sign(to: Authority, days: number, name: string, extensions: readonly string[], authority?: Authority): void {
  for (const path of [to.certificate, to.key]) mkdirSync(dirname(path), { recursive: true })
  // What is there stays until both files are complete, and from its first byte on only its owner may read the key.
  const made = { certificate: `${to.certificate}.new`, key: `${to.key}.new` }
  writeFileSync(made.key, '', { mode: 0o600 })
  // Only what is given here counts, not the configuration of the machine.
  const content = ['-config', '/dev/null', '-subj', `/CN=${name}`, '-days', String(days)]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc']
  const signer = authority ? ['-CA', authority.certificate, '-CAkey', authority.key] : []
  const files = ['-keyout', made.key, '-out', made.certificate]
  const added = extensions.flatMap((extension) => ['-addext', extension])
  const args = ['req', '-x509', ...content, ...curve, ...added, ...signer, ...files]
  execFileSync(program('openssl'), args, { stdio: ['ignore', 'ignore', 'pipe'] })
  chmodSync(made.certificate, 0o644)
  renameSync(made.key, to.key)
  renameSync(made.certificate, to.certificate)
}
