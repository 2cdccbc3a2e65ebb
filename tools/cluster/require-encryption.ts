import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { certify, openAuthority } from './certificates.ts'
import { type Cluster, nodes } from './cluster.ts'
import { type Credentials, request } from './https-request.ts'

/** Ports that other hosts reach over HTTPS, by a page that each serves at once. */
const entrances: readonly [port: string, page: string][] = [
  ...['ETCD1', 'ETCD2', 'ETCD3'].flatMap((host): [string, string][] => [
    [`${host}_PORT`, '/version'],
    [`${host}_PEER_PORT`, '/version'],
  ]),
  ...['DB1', 'DB2'].map((host): [string, string] => [`${host}_REST_PORT`, '/liveness']),
  ...['APP1', 'APP2'].flatMap((host): [string, string][] => [
    [`${host}_WEB_TLS_PORT`, '/healthz'],
    [`${host}_WORKER_TLS_PORT`, '/healthz'],
    [`${host}_METRICS_PORT`, '/metrics'],
  ]),
]

/**
 * Tries every port that other hosts reach as a caller without encryption, without a certificate and with one of another authority, and
 * looks at the connections of both databases. Throws if any caller was let in, or if any of these connections is not encrypted.
 */
export async function requireEncryption(cluster: Cluster): Promise<void> {
  const faults: string[] = []
  const own = cluster.credentials()
  const callers: [string, Credentials][] = [
    ['without a certificate', { ca: own.ca }],
    ['with a certificate of another authority', { ...certificateOfAnother(), ca: own.ca }],
  ]
  for (const [port, page] of entrances) {
    const address = `${cluster.values[port.replace(/_.*/, '_ADDRESS')]}:${cluster.values[port]}${page}`
    // A member of etcd compares the caller's address with its certificate, too.
    const welcome = port.endsWith('_PEER_PORT') ? cluster.credentials('etcd1') : own
    if (!(await isAnswered(`https://${address}`, welcome)))
      faults.push(`${port} refused a certificate of the installation`)
    for (const [caller, credentials] of callers) {
      if (await isAnswered(`https://${address}`, credentials)) faults.push(`${port} let a caller in ${caller}`)
    }
    const plain = await fetch(`http://${address}`, { signal: AbortSignal.timeout(2_000) }).catch(() => null)
    if (plain?.ok) faults.push(`${port} let a caller in without encryption`)
  }
  for (const node of nodes) {
    const refusal = await connectPlainly(cluster, node)
    if (!/no pg_hba.conf entry for host .* no encryption/.test(refusal ?? '')) {
      faults.push(`PostgreSQL of ${node} did not refuse an unencrypted connection: ${refusal ?? 'it was let in'}`)
    }
  }
  const replicated = await countConnections(cluster, await cluster.primary())
  const received = await countConnections(cluster, await cluster.replicaInSync())
  if (replicated.plain + received.plain > 0) faults.push('a database has connections that are not encrypted')
  if (replicated.senders === 0) faults.push('no replica is connected over TLS')
  if (faults.length > 0) throw new Error(`Connections between hosts are not protected: ${faults.join('; ')}`)
}

async function isAnswered(url: string, credentials: Credentials): Promise<boolean> {
  return await request(url, credentials).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** A certificate with the name of the monitoring host that a stranger has signed. */
function certificateOfAnother(): Omit<Credentials, 'ca'> {
  const folder = mkdtempSync(join(tmpdir(), 'kobo-stranger-'))
  try {
    const stranger = openAuthority({ certificate: join(folder, 'ca.crt'), key: join(folder, 'ca.key') })
    certify({ name: 'monitor', addresses: ['127.0.0.1'] }, stranger, folder)
    return { cert: readFileSync(join(folder, 'monitor.crt')), key: readFileSync(join(folder, 'monitor.key')) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What PostgreSQL says to an unencrypted connection with the right password; null if it lets it in. */
async function connectPlainly(cluster: Cluster, node: 'db1' | 'db2'): Promise<string | null> {
  const client = new pg.Client({
    host: cluster.values[`${node.toUpperCase()}_ADDRESS`],
    port: Number(cluster.values[`${node.toUpperCase()}_PORT`]),
    user: 'kobo',
    password: cluster.values['DATABASE_PASSWORD'],
    database: 'kobo',
    ssl: false,
    connectionTimeoutMillis: 3_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Connections of a node over the network: those without encryption, and those of replicas with it. */
async function countConnections(cluster: Cluster, node: 'db1' | 'db2'): Promise<{ plain: number; senders: number }> {
  return await cluster.onNode(node, 'postgres', async (client) => {
    const { rows } = await client.query<{ plain: number; senders: number }>(
      `select count(*) filter (where not ssl)::int as plain,
        count(*) filter (where ssl and backend_type = 'walsender')::int as senders
      from pg_stat_ssl join pg_stat_activity using (pid) where client_addr is not null`,
    )
    return rows[0] ?? { plain: 0, senders: 0 }
  })
}
