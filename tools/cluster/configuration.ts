import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../root.mjs'
import { type Authority, certify, type HostCertificate, openAuthority } from './certificates.ts'

/** Values of an installation by name, as `deploy/installation.env` lists them. */
export type Values = Record<string, string>

export const deployFolder = join(root, 'deploy')

const database = ['patroni/patroni.yml', 'pgbackrest/pgbackrest.conf']
const databaseUnits = ['patroni', 'backup-full', 'backup-incremental']
const application = ['haproxy/haproxy.cfg', 'pgbouncer/pgbouncer.ini', 'pgbouncer/userlist.txt', 'console/console.env']
const applicationUnits = ['haproxy', 'pgbouncer', 'web', 'worker']

/** Hosts of an installation, with the files and the units of each. */
export const hosts = {
  etcd1: { files: ['etcd/etcd.yml'], units: ['etcd'] },
  etcd2: { files: ['etcd/etcd.yml'], units: ['etcd'] },
  etcd3: { files: ['etcd/etcd.yml'], units: ['etcd'] },
  db1: { files: database, units: databaseUnits },
  db2: { files: database, units: databaseUnits },
  app1: { files: application, units: applicationUnits },
  app2: { files: application, units: applicationUnits },
  monitor: { files: ['prometheus/prometheus.yml'], units: ['prometheus'] },
}

export type Host = keyof typeof hosts
export const hostNames = Object.keys(hosts) as Host[]

/** Files hold passwords: their owner alone may read them. */
const mode = 0o600

/** Reads lines of `NAME=value`; other lines are explanations. */
export function readValues(path: string): Values {
  const lines = readFileSync(path, 'utf8').split('\n')
  return Object.fromEntries(
    lines.flatMap((line) => [...line.matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/g)].map(([, k, v]) => [k, v])),
  )
}

export interface WrittenHost {
  /** Paths of all files, those of the certificate included. */
  files: string[]
  certificate: HostCertificate
}

/** The authority that the values name, or else the installation's own in this folder, which is created if it is missing. */
export function authorityOf(values: Values, folder: string): Authority {
  const { CA_CERT: certificate = '', CA_KEY: key = '' } = values
  if (certificate === '' && key === '') {
    return openAuthority({ certificate: join(folder, 'ca.crt'), key: join(folder, 'ca.key') })
  }
  if (!existsSync(certificate)) throw new Error(`CA_CERT names no file: ${certificate || 'it is empty'}`)
  return { certificate, key }
}

/** Writes the files of one host and its certificate into a folder. Throws if a value is missing. */
export function writeHost(host: Host, values: Values, folder: string, authority: Authority): WrittenHost {
  const { files, units } = hosts[host]
  const all = { ...values, ...ofHost(host, values) }
  const named = files.map((file) => ({ from: file, to: file.slice(file.indexOf('/') + 1) }))
  const services = units.flatMap((unit) =>
    [`systemd/kobo-${unit}.service`, `systemd/kobo-${unit}.timer`]
      .filter((from) => existsSync(join(deployFolder, from)))
      .map((from) => ({ from, to: from })),
  )
  const rules = host === 'monitor' ? rulesOfPrometheus() : []
  const certificate = certify({ name: host, addresses: addressesOf(host, values) }, authority, join(folder, 'tls'))
  const written = [...named, ...services, ...rules].map(({ from, to }) => {
    const path = join(folder, to)
    mkdirSync(dirname(path), { recursive: true })
    const text = readFileSync(join(deployFolder, from), 'utf8')
    // Rules have braces of their own.
    writeFileSync(path, from.includes('/rules/') ? text : fill(text, all, from), { mode })
    return path
  })
  return { files: [...written, ...certificate.files], certificate }
}

/** Addresses that a host's certificate names. */
function addressesOf(host: Host, values: Values): string[] {
  const own = values[`${host.toUpperCase()}_ADDRESS`]
  if (!own) throw new Error(`There is no value of ${host.toUpperCase()}_ADDRESS`)
  // HAProxy passes connections to the databases on from its own host, so that those who connect see this address.
  return host === 'db1' || host === 'db2' ? [own, '127.0.0.1', 'localhost'] : [own]
}

function rulesOfPrometheus() {
  const folder = 'prometheus/rules'
  if (!existsSync(join(deployFolder, folder))) return []
  const names = readdirSync(join(deployFolder, folder)).filter((name) => name.endsWith('.yml'))
  return names.map((name) => ({ from: `${folder}/${name}`, to: `rules/${name}` }))
}

/** The values of a host without its prefix: `DB1_PORT` is `PORT` in the files of db1. */
function ofHost(host: Host, values: Values): Values {
  const prefix = `${host.toUpperCase()}_`
  const own = Object.entries(values).filter(([name]) => name.startsWith(prefix))
  return { HOST: host, ...Object.fromEntries(own.map(([name, value]) => [name.slice(prefix.length), value])) }
}

function fill(text: string, values: Values, file: string): string {
  return text.replaceAll(/\$\{([A-Z][A-Z0-9_]*)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined || value === '') throw new Error(`${file} needs a value of ${name}`)
    return value
  })
}
