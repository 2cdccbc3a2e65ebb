import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../root.mjs'

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

/** Writes the files of one host into a folder and returns their paths. Throws if a value is missing. */
export function writeHost(host: Host, values: Values, folder: string): string[] {
  const { files, units } = hosts[host]
  const all = { ...values, ...ofHost(host, values) }
  const named = files.map((file) => ({ from: file, to: file.slice(file.indexOf('/') + 1) }))
  const services = units.flatMap((unit) =>
    [`systemd/kobo-${unit}.service`, `systemd/kobo-${unit}.timer`]
      .filter((from) => existsSync(join(deployFolder, from)))
      .map((from) => ({ from, to: from })),
  )
  const rules = host === 'monitor' ? rulesOfPrometheus() : []
  return [...named, ...services, ...rules].map(({ from, to }) => {
    const path = join(folder, to)
    mkdirSync(dirname(path), { recursive: true })
    const text = readFileSync(join(deployFolder, from), 'utf8')
    // Rules have braces of their own.
    writeFileSync(path, from.includes('/rules/') ? text : fill(text, all, from), { mode })
    return path
  })
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
