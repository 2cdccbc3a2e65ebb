import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { root } from '../root.mjs'
import { authorityOf, type Host, hostNames, readValues, type Values, writeHost } from './configuration.ts'
import { type Answer, type Credentials, request, type RequestOptions } from './https-request.ts'
import { createNetworks, inNetworkOf, isIsolated, mountDisk } from './isolation.ts'
import { type Options, valuesOfOneMachine } from './one-machine.ts'
import { databaseUser, program } from './programs.ts'
import { Supervised } from './supervised.ts'

export type Node = 'db1' | 'db2'
export const nodes: readonly Node[] = ['db1', 'db2']

/** Megabytes of each database host's disk, if it has one of its own. */
const diskMegabytes = 1_500
/** File by which a folder is known as that of an earlier run, which may be removed. */
const marker = 'kobo-cluster'
const startWithinMs = 180_000

export interface ClusterOptions extends Options {
  /** Whether the demo creates transactions by itself. */
  traffic: boolean
  log: (line: string) => void
}

/** An installation of which every part runs on this machine, from the files of `deploy/`. */
export class Cluster {
  readonly folder: string
  readonly values: Values
  readonly programs = new Map<string, Supervised>()
  /** Environment of the product's commands, at the primary itself and without the pooler. */
  readonly commandEnv: Record<string, string>
  readonly #options: ClusterOptions
  readonly #user = databaseUser()
  readonly #secret = randomBytes(32).toString('hex')
  #isStopping = false

  constructor(options: ClusterOptions) {
    this.#options = options
    this.folder = options.folder
    this.values = valuesOfOneMachine(options)
    this.commandEnv = {
      DATABASE_URL: `postgres://kobo:${this.#value('DATABASE_PASSWORD')}@127.0.0.1:${this.#value('APP1_PRIMARY_PORT')}/kobo?sslmode=verify-full&sslrootcert=${this.#file('monitor', 'tls/ca.crt')}`,
      DATA_DIR: join(this.folder, 'console'),
      SECRET: this.#secret,
      DEMO: '1',
      PORT: this.#value('APP1_HTTP_PORT'),
    }
  }

  /** Where people and machines reach it; the second address serves while the first does not. */
  get addresses(): string[] {
    return ['APP1', 'APP2'].map((app) => `http://127.0.0.1:${this.#value(`${app}_HTTP_PORT`)}`)
  }

  /** A command that shows the state of both database nodes. */
  get stateCommand(): string {
    return `patronictl -c ${this.#file('db1', 'patroni.yml')} list`
  }

  part(name: string): Supervised {
    const found = this.programs.get(name)
    if (!found) throw new Error(`There is no ${name}`)
    return found
  }

  async start(): Promise<void> {
    const { log } = this.#options
    this.#createFolders()
    for (const name of ['etcd1', 'etcd2', 'etcd3'] as const)
      this.#run(name, name, [program('etcd'), '--config-file', this.#file(name, 'etcd.yml')])
    log('Starting etcd and two database nodes')
    for (const node of nodes) {
      const patroni = [
        ...inNetworkOf(node),
        ...this.asDatabaseUser(),
        program('patroni'),
        this.#file(node, 'patroni.yml'),
      ]
      this.#run(node, node, patroni)
    }
    const primary = await this.primary(startWithinMs)
    await this.#createDatabase(primary)
    await this.replicaInSync(startWithinMs)
    for (const app of ['app1', 'app2'] as const) {
      const number = app.slice(3)
      this.#run(`haproxy${number}`, app, [program('haproxy'), '-Ws', '-f', this.#file(app, 'haproxy.cfg')])
      this.#run(`pgbouncer${number}`, app, [
        ...this.asDatabaseUser(),
        program('pgbouncer'),
        this.#file(app, 'pgbouncer.ini'),
      ])
    }
    await this.#untilReachable()
    log('Filling the demo')
    await this.#fill()
    for (const number of ['1', '2']) {
      this.#run(
        `web${number}`,
        `app${number}` as Host,
        [process.execPath, 'server/dist/main.js'],
        this.#serverEnv(number, 'web'),
      )
      this.#run(
        `worker${number}`,
        `app${number}` as Host,
        [process.execPath, 'server/dist/main.js'],
        this.#serverEnv(number, 'worker'),
      )
    }
    this.#run('prometheus', 'monitor', [
      program('prometheus'),
      `--config.file=${this.#file('monitor', 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(this.folder, 'prometheus')}`,
      `--web.listen-address=127.0.0.1:${this.#value('MONITOR_PORT')}`,
    ])
    for (const app of ['APP1', 'APP2']) {
      for (const role of ['WEB', 'WORKER']) {
        await untilOk(`http://127.0.0.1:${this.#value(`${app}_${role}_PORT`)}/readyz`, startWithinMs)
      }
    }
    for (const address of this.addresses) await untilOk(`${address}/readyz`, startWithinMs)
  }

  /** Ends the servers first and the databases last; a start that is in progress fails. */
  async stop(): Promise<void> {
    this.#isStopping = true
    for (const group of [/^(fill|web|worker|prometheus)/, /^(pgbouncer|haproxy)/, /^db/, /^etcd/]) {
      const parts = [...this.programs.values()].filter(({ name }) => group.test(name))
      await Promise.all(parts.map((part) => part.halt()))
    }
  }

  /** Node that holds the key of the primary and accepts writes. */
  async primary(withinMs = 60_000): Promise<Node> {
    return await this.#untilNode('primary', withinMs)
  }

  /** Node whose commits the primary waits for; without synchronous mode any replica. */
  async replicaInSync(withinMs = 120_000): Promise<Node> {
    return await this.#untilNode(this.#options.synchronous ? 'sync' : 'replica', withinMs)
  }

  /** What a host shows to others, and whom it trusts. */
  credentials(host: Host = 'monitor'): Credentials {
    const read = (name: string) => readFileSync(this.#file(host, join('tls', name)))
    return { ca: read('ca.crt'), cert: read(`${host}.crt`), key: read(`${host}.key`) }
  }

  /** Connects to one node as the superuser. */
  async onNode<T>(node: Node, database: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({
      host: this.#value(`${node.toUpperCase()}_ADDRESS`),
      port: Number(this.#value(`${node.toUpperCase()}_PORT`)),
      user: 'postgres',
      password: this.#value('SUPERUSER_PASSWORD'),
      database,
      ssl: this.credentials(),
      connectionTimeoutMillis: 3_000,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      return await work(client)
    } finally {
      await client.end().catch(() => {})
    }
  }

  /** Calls Patroni of a node; a call that changes something has a body. */
  async askPatroni(node: Node, path: string, options: RequestOptions = {}): Promise<Answer> {
    const headers = options.body === undefined ? {} : this.#patroniHeaders()
    return await request(`${this.restUrl(node)}${path}`, this.credentials(), { ...options, headers })
  }

  restUrl(node: Node): string {
    return `https://${this.#value(`${node.toUpperCase()}_ADDRESS`)}:${this.#value(`${node.toUpperCase()}_REST_PORT`)}`
  }

  dataOf(node: Node): string {
    return join(this.folder, node, 'data')
  }

  asDatabaseUser(): string[] {
    if (this.#user === null) return []
    return ['setpriv', `--reuid=${this.#user.uid}`, `--regid=${this.#user.gid}`, '--clear-groups']
  }

  async #createDatabase(primary: Node): Promise<void> {
    await this.onNode(primary, 'postgres', async (client) => {
      await client.query(`create role kobo login password '${this.#value('DATABASE_PASSWORD')}'`)
      await client.query('create database kobo owner kobo')
      await client.query('grant pg_read_all_stats to kobo')
    })
    const [file, ...args] = [
      ...inNetworkOf(primary),
      ...this.asDatabaseUser(),
      program('pgbackrest'),
      `--config=${this.#file(primary, 'pgbackrest.conf')}`,
      '--stanza=kobo',
      'stanza-create',
    ]
    execFileSync(file, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  }

  async #untilReachable(): Promise<void> {
    const { DATABASE_URL: url } = this.commandEnv
    await until('the primary behind HAProxy', startWithinMs, async () => {
      const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
      client.on('error', () => {})
      await client.connect()
      await client.end()
      return true
    })
  }

  /** One server fills the demo at the primary itself, since a pooler keeps no session for its long copies. */
  async #fill(): Promise<void> {
    const env = {
      ...this.#serverEnv('1', 'web'),
      ...this.commandEnv,
      DATABASE_POOLER: '',
      PORT: this.#value('APP1_WEB_PORT'),
    }
    const filling = this.#run('fill', 'app1', [process.execPath, 'server/dist/main.js'], {
      ...env,
      DEMO_TRAFFIC: 'off',
    })
    await untilOk(`http://127.0.0.1:${this.#value('APP1_WEB_PORT')}/readyz`, 600_000)
    await filling.halt()
    this.programs.delete('fill')
  }

  #serverEnv(number: string, role: 'web' | 'worker'): Record<string, string> {
    const app = `app${number}` as Host
    const port = this.#value(`APP${number}_${role.toUpperCase()}_PORT`)
    return {
      ...readValues(this.#file(app, 'console.env')),
      ROLE: role,
      PORT: port,
      SIMULATOR_PORT: String(Number(port) + 20),
      PUBLIC_URL: this.addresses[0] ?? '',
      DATA_DIR: join(this.folder, 'console'),
      SECRET: this.#secret,
      DEMO: '1',
      DEMO_TRANSACTIONS: process.env['DEMO_TRANSACTIONS'] || '10000',
      DEMO_TRAFFIC: this.#options.traffic ? 'on' : 'off',
      NODE_ENV: '',
      // All callers have one address here.
      RATE_LIMIT: '1000000',
      RATE_LIMIT_SESSION: '1000000',
      RATE_LIMIT_SIGNED: '10000000',
    }
  }

  #createFolders(): void {
    if (existsSync(this.folder) && !existsSync(join(this.folder, marker))) {
      throw new Error(`${this.folder} is not the folder of an earlier run: choose another with --folder`)
    }
    rmSync(this.folder, { recursive: true, force: true })
    mkdirSync(this.folder, { recursive: true })
    writeFileSync(join(this.folder, marker), '')
    const authority = authorityOf(this.values, join(this.folder, 'ca'))
    if (isIsolated) createNetworks()
    for (const name of ['run', 'backup', 'restored', 'log', 'console', 'prometheus']) mkdirSync(join(this.folder, name))
    for (const host of hostNames) {
      mkdirSync(join(this.folder, host), { mode: 0o700 })
      if (isIsolated && (host === 'db1' || host === 'db2')) mountDisk(join(this.folder, host), diskMegabytes)
      if (host === 'db1' || host === 'db2') {
        mkdirSync(join(this.folder, host, 'pgbackrest'))
        this.#giveToDatabaseUser(join(this.folder, host, 'pgbackrest'))
      }
      const config = join(this.folder, 'config', host)
      const { files } = writeHost(host, { ...this.values, CONFIG: config }, config, authority)
      if (/^(db|app)/.test(host)) for (const path of [...files, join(this.folder, host)]) this.#giveToDatabaseUser(path)
    }
    for (const name of ['run', 'backup', 'restored']) this.#giveToDatabaseUser(join(this.folder, name))
    if (!existsSync(join(root, 'server/dist/main.js'))) throw new Error('Nothing is built yet: run npm run build')
  }

  #giveToDatabaseUser(path: string): void {
    if (this.#user) chownSync(path, this.#user.uid, this.#user.gid)
  }

  #run(name: string, host: Host, command: string[], env: Record<string, string> = {}): Supervised {
    if (this.#isStopping) throw new Error('The installation is being stopped')
    const part = new Supervised({ name, command, env, log: join(this.folder, 'log', `${name}.log`), cwd: root })
    this.programs.set(name, part)
    part.start()
    this.#options.log(`  ${name} of ${host}`)
    return part
  }

  async #untilNode(state: 'primary' | 'sync' | 'replica', withinMs: number): Promise<Node> {
    return await until(`a ${state} node`, withinMs, async () => {
      for (const node of nodes) if (await this.#isNode(node, state)) return node
      return null
    })
  }

  #patroniHeaders(): Record<string, string> {
    const credentials = Buffer.from(`patroni:${this.#value('PATRONI_PASSWORD')}`).toString('base64')
    return { 'content-type': 'application/json', authorization: `Basic ${credentials}` }
  }

  async #isNode(node: Node, state: string): Promise<boolean> {
    const { ok } = await this.askPatroni(node, `/${state}`).catch(() => ({ ok: false }))
    return ok
  }

  #file(host: Host, name: string): string {
    return join(this.folder, 'config', host, name)
  }

  #value(name: string): string {
    const value = this.values[name]
    if (value === undefined) throw new Error(`There is no value of ${name}`)
    return value
  }
}

async function isOk(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => null)
  await response?.body?.cancel()
  return response?.ok === true
}

async function untilOk(url: string, withinMs: number): Promise<void> {
  await until(url, withinMs, async () => ((await isOk(url)) ? true : null))
}

/** Repeats a question until it has an answer; an error counts as none. */
export async function until<T>(what: string, withinMs: number, ask: () => Promise<T | null>): Promise<T> {
  const giveUpAt = Date.now() + withinMs
  while (Date.now() < giveUpAt) {
    const answer = await ask().catch(() => null)
    if (answer !== null) return answer
    await sleep(200)
  }
  throw new Error(`${what} was not there within ${withinMs / 1000} s`)
}
