import { randomBytes } from 'node:crypto'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { deployFolder, type Host, hostNames, readValues, type Values } from './configuration.ts'
import { addressOf, networkRange } from './isolation.ts'
import { databaseUser, postgresBin } from './programs.ts'

export interface Options {
  folder: string
  /** First of the thousand ports that it uses. */
  firstPort: number
  /** Whether a commit waits for both nodes. */
  synchronous: boolean
}

const ports: Record<Host, Record<string, number>> = {
  etcd1: { PORT: 501, PEER_PORT: 511 },
  etcd2: { PORT: 502, PEER_PORT: 512 },
  etcd3: { PORT: 503, PEER_PORT: 513 },
  db1: { PORT: 401, REST_PORT: 411 },
  db2: { PORT: 402, REST_PORT: 412 },
  app1: {
    HTTP_PORT: 80,
    WEB_PORT: 101,
    WORKER_PORT: 111,
    WEB_TLS_PORT: 161,
    WORKER_TLS_PORT: 171,
    POOLER_PORT: 201,
    PRIMARY_PORT: 301,
    REPLICA_PORT: 311,
    METRICS_PORT: 321,
  },
  app2: {
    HTTP_PORT: 81,
    WEB_PORT: 102,
    WORKER_PORT: 112,
    WEB_TLS_PORT: 162,
    WORKER_TLS_PORT: 172,
    POOLER_PORT: 202,
    PRIMARY_PORT: 302,
    REPLICA_PORT: 312,
    METRICS_PORT: 322,
  },
  monitor: { PORT: 601 },
}

/** Values of an installation whose hosts are all this machine. What is not given here is as in `installation.env`. */
export function valuesOfOneMachine({ folder, firstPort, synchronous }: Options): Values {
  const values: Values = {
    ...readValues(join(deployFolder, 'installation.env')),
    NODE: process.execPath,
    CA_CERT: '',
    CA_KEY: '',
    POSTGRES_BIN: postgresBin,
    STATE: folder,
    RUN: join(folder, 'run'),
    BACKUP_REPO: join(folder, 'backup'),
    SYSTEM_USER: databaseUser()?.name ?? userInfo().username,
    SYNCHRONOUS_MODE: String(synchronous),
    DATABASE_NETWORK: networkRange,
    // Small, since both nodes share the memory and the disk of one machine.
    SHARED_BUFFERS: '128MB',
    MAX_WAL_SIZE: '256MB',
    POOL_SIZE: '70',
    MAX_CONNECTIONS: '170',
  }
  for (const name of Object.keys(values)) {
    if (name.endsWith('_PASSWORD')) values[name] = randomBytes(18).toString('hex')
  }
  for (const host of hostNames) {
    const prefix = host.toUpperCase()
    // The demo's servers listen on this machine alone.
    values[`${prefix}_ADDRESS`] = host.startsWith('app') || host === 'monitor' ? '127.0.0.1' : addressOf(host)
    for (const [name, offset] of Object.entries(ports[host])) values[`${prefix}_${name}`] = String(firstPort + offset)
  }
  return values
}
