import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { passwordMinLength } from '@kobo/contract/session'
import { type Endpoint, parseEndpoint } from './monitoring/certificate-expiry.ts'
import { refuseWeakSettings } from './refuse-weak-settings.ts'
import { type FileStoreSettings, readFileStoreSettings } from './settings-file-store.ts'
import { type ReplicaSettings, readReplicaSettings } from './settings-replicas.ts'
import { readTracing, type TracingSettings } from './settings-tracing.ts'
import { StartupError } from './startup-error.ts'

/** Settings from the environment. Durations are in milliseconds. */
export interface Settings extends TracingSettings {
  port: number
  host: string
  /** Null for the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | null
  /** Whether the database is behind a pooler that assigns connections per transaction. */
  transactionPooler: boolean
  dataDir: string
  /** Where stored files are. */
  fileStore: FileStoreSettings
  /** Days for which the earlier bytes of a file that was sealed anew are kept: at least as far back as backups go. */
  supersededDays: number
  replicas: ReplicaSettings
  /** Enables the demo's data, sign-in and outbox; never in production. */
  demo: boolean
  production: boolean
  /** URL that people open, for links in emails. */
  publicUrl: string
  /** URL at which the console calls the API: our own, or another server's on the same site. */
  apiBaseUrl: string
  /** Newest access-token version that the API accepts, for the console to send. */
  accessToken: 'v1' | 'v2'
  /** Whether the API accepts additions to the published calls; otherwise the console sends only what the catalogue lists. */
  apiAdditions: boolean
  /** Other origins that may call the API from a browser. */
  allowedOrigins: string[]
  /** Host names that this server accepts besides those of its public URL and this machine. */
  allowedHosts: string[]
  /** Whether `/metrics` is served to every client that reaches the server. */
  exposeMetrics: boolean
  /** Addresses whose TLS certificates are watched. */
  tlsEndpoints: Endpoint[]
  /** Whether `/api/docs` and `/api/openapi.json` are. */
  exposeDocs: boolean
  secret: string
  /** Opens what it has sealed, which background work seals anew with `secret`. */
  previousSecret: string | null
  /** Opens what servers seal that have it as `secret` already. */
  nextSecret: string | null
  hashKey: string
  smtpUrl: string | null
  mailFrom: string
  /** Timeout of the mail server. */
  mailTimeoutMs: number
  passwordMinLength: number
  sessionIdleMs: number
  sessionLifeMs: number
  /** Addresses or networks of proxies whose forwarded client address is trusted. */
  trustedProxies: string[]
  /** Switch that payouts go through; null in the demo, which uses its simulator. */
  switchUrl: string | null
  /** Bearer token that authenticates us to the switch. */
  switchSecret: string | null
  /** Secret with which the switch signs collections, `whsec_` and base64; without it none are accepted. */
  railsSecret: string | null
  switchTimeoutMs: number
  /** How long a "no record" response leaves the outcome of a sent payout unknown. */
  switchSilenceMs: number
  /** BVN register; null in the demo, which uses its simulator. */
  identityUrl: string | null
  /** Acquirer of card payments; null in the demo, which uses its simulator. */
  acquirerUrl: string | null
  /** Secret with which the acquirer signs calls and authenticates us, `whsec_` and base64; without it no calls are accepted. */
  acquirerSecret: string | null
  /** Secret with which the scheme of our issued cards signs calls, `whsec_` and base64; without it none are accepted. */
  schemeSecret: string | null
  /** Billers; without it no bills are paid. */
  billersUrl: string | null
  /** Bearer token that authenticates us to the billers. */
  billersSecret: string | null
  /** Allows webhooks to addresses that are not public. */
  webhooksAllowPrivate: boolean
  /** Number of transactions in Live mode that a new demo creates. */
  demoTransactions: number
  /** Keeps creating transactions while the demo runs. */
  demoTraffic: boolean
  /** Loopback port of the demo's simulator; 0 for a free one. */
  simulatorPort: number
  /** Requests per minute. Those under `/rails` count only against their verified signer, or if unsigned against their address. */
  limits: { perAddress: number; perSession: number; auth: number; perSigner: number; unsigned: number }
  logLevel: string
  /** Variables set under a former name, each with a sentence that names the current one. */
  deprecated: string[]
  /** Role of this process: HTTP, background work, or both. */
  role: 'all' | 'web' | 'worker'
  /** Maximum database connections of each part. */
  pools: { web: number; worker: number; jobs: number }
}

const demoHashKey = 'demo-hash-key'
const minuteMs = 60_000
const leastAuditYears = 7

/** Former names of environment variables, which this release still reads. */
const formerNames = {
  RAILS_SECRET: 'SWITCH_WEBHOOK_SECRET',
  SWITCH_SILENCE_MINUTES: 'SWITCH_NO_RECORD_MINUTES',
  SESSION_LIFE_MINUTES: 'SESSION_MAX_MINUTES',
}

/** Reads the environment; throws one clear sentence for an invalid setting. */
export function readSettings(environment: Record<string, string | undefined>, root: string): Settings {
  const { env, deprecated } = withCurrentNames(environment)
  const production = env['NODE_ENV'] === 'production'
  const databaseUrl = env['DATABASE_URL'] || null
  const demo = !production && (databaseUrl === null || env['DEMO'] === '1')
  const dataDir = resolve(root, env['DATA_DIR'] || 'data')
  const port = wholeNumber(env, 'PORT', 3000, 0, 65_535)
  const publicUrl = (env['PUBLIC_URL'] || `http://localhost:${port}`).replace(/\/$/, '')
  if (!URL.canParse(publicUrl) || !/^https?:\/\//.test(publicUrl)) {
    throw new StartupError(`PUBLIC_URL must be a URL such as https://console.example.com, not "${publicUrl}".`)
  }
  const apiBaseUrl = (env['API_BASE_URL'] || '/api').replace(/\/$/, '')
  if (production) refuseDemoValues(env)
  const secret = env['SECRET'] || storedSecret(dataDir, demo)
  // Read by the command that retires the audit: a start names a wrong value first.
  readAuditYears(env)
  return {
    port,
    host: demo ? '127.0.0.1' : env['HOST'] || '0.0.0.0',
    databaseUrl,
    transactionPooler: choice(env, 'DATABASE_POOLER', ['transaction']) === 'transaction',
    dataDir,
    fileStore: readFileStoreSettings(env, dataDir),
    supersededDays: wholeNumber(env, 'SUPERSEDED_FILES_DAYS', 14, 0, 3660),
    replicas: readReplicaSettings(env),
    demo,
    production,
    publicUrl,
    apiBaseUrl,
    accessToken: accessTokenOf(env, apiBaseUrl),
    apiAdditions: isOurs(apiBaseUrl) || env['API_ADDITIONS'] === '1',
    allowedOrigins: commaList(env['ALLOWED_ORIGINS']),
    allowedHosts: commaList(env['ALLOWED_HOSTS']),
    exposeMetrics: demo || env['EXPOSE_METRICS'] === '1',
    tlsEndpoints: endpointList(env, 'TLS_ENDPOINTS'),
    exposeDocs: demo || env['EXPOSE_DOCS'] === '1',
    secret,
    previousSecret: env['PREVIOUS_SECRET'] || null,
    nextSecret: env['NEXT_SECRET'] || null,
    hashKey: env['HASH_KEY'] || demoHashKey,
    smtpUrl: env['SMTP_URL'] || null,
    mailFrom: env['MAIL_FROM'] || 'Kobo Console <console@localhost>',
    mailTimeoutMs: wholeNumber(env, 'MAIL_TIMEOUT_MS', 8_000, 100, 60_000),
    passwordMinLength: wholeNumber(env, 'PASSWORD_MIN_LENGTH', passwordMinLength, passwordMinLength, 100),
    sessionIdleMs: wholeNumber(env, 'SESSION_IDLE_MINUTES', demo ? 480 : 15, 1, 1440) * minuteMs,
    sessionLifeMs: wholeNumber(env, 'SESSION_MAX_MINUTES', 720, 1, 1440) * minuteMs,
    trustedProxies: commaList(env['TRUSTED_PROXIES']),
    switchUrl: env['SWITCH_URL'] || null,
    switchSecret: env['SWITCH_SECRET'] || null,
    railsSecret: webhookSecret('SWITCH_WEBHOOK_SECRET', env, demo ? `rails ${secret}` : null),
    // A payout makes two requests within its job, which may run for a minute.
    switchTimeoutMs: wholeNumber(env, 'SWITCH_TIMEOUT_MS', 10_000, 100, 25_000),
    switchSilenceMs: wholeNumber(env, 'SWITCH_NO_RECORD_MINUTES', 10, 1, 10_080) * minuteMs,
    identityUrl: env['IDENTITY_URL'] || null,
    acquirerUrl: env['ACQUIRER_URL'] || null,
    acquirerSecret: webhookSecret('ACQUIRER_SECRET', env, demo ? `acquirer ${secret}` : null),
    schemeSecret: webhookSecret('SCHEME_SECRET', env, demo ? `scheme ${secret}` : null),
    billersUrl: env['BILLERS_URL'] || null,
    billersSecret: env['BILLERS_SECRET'] || null,
    webhooksAllowPrivate: demo || env['WEBHOOKS_ALLOW_PRIVATE'] === '1',
    demoTransactions: wholeNumber(env, 'DEMO_TRANSACTIONS', 200_000, 10_000, 1_000_000),
    demoTraffic: demo && env['DEMO_TRAFFIC'] !== 'off',
    simulatorPort: wholeNumber(env, 'SIMULATOR_PORT', 0, 0, 65_535),
    limits: {
      perAddress: wholeNumber(env, 'RATE_LIMIT', 3000, 1, 1_000_000),
      perSession: wholeNumber(env, 'RATE_LIMIT_SESSION', 1200, 1, 1_000_000),
      auth: wholeNumber(env, 'RATE_LIMIT_AUTH', 60, 1, 1_000_000),
      perSigner: wholeNumber(env, 'RATE_LIMIT_SIGNED', 30_000, 1, 10_000_000),
      unsigned: wholeNumber(env, 'RATE_LIMIT_UNSIGNED', 60, 1, 1_000_000),
    },
    logLevel: env['LOG_LEVEL'] || (demo ? 'warn' : 'info'),
    deprecated,
    ...readTracing(env),
    role: choice(env, 'ROLE', ['web', 'worker', 'all']) ?? 'all',
    pools: {
      web: wholeNumber(env, 'POOL_WEB', 20, 2, 500),
      worker: wholeNumber(env, 'POOL_WORKER', 20, 2, 500),
      jobs: wholeNumber(env, 'POOL_JOBS', 5, 2, 100),
    },
  }
}

/** Copies values given under a former name to the current one, which wins if both are set. */
function withCurrentNames(environment: Record<string, string | undefined>) {
  const env = { ...environment }
  const deprecated = Object.entries(formerNames).flatMap(([former, current]) => {
    const value = environment[former]
    if (!value) return []
    env[current] ||= value
    return [`${former} is now ${current}; the former name will be ignored from the next release on.`]
  })
  return { env, deprecated }
}

function refuseDemoValues(env: Record<string, string | undefined>) {
  if (env['DEMO'] === '1') throw new StartupError('DEMO=1 is not allowed with NODE_ENV=production.')
  if (!env['DATABASE_URL'])
    throw new StartupError('NODE_ENV=production requires DATABASE_URL, the URL of a PostgreSQL server.')
  if (!env['SMTP_URL'])
    throw new StartupError('NODE_ENV=production requires SMTP_URL, the mail server that sends sign-in codes.')
  if ((env['SECRET'] ?? '').length < 32)
    throw new StartupError('NODE_ENV=production requires SECRET, at least 32 random characters.')
  if (!env['HASH_KEY'] || env['HASH_KEY'] === demoHashKey) {
    throw new StartupError('NODE_ENV=production requires a HASH_KEY of your own.')
  }
  if (!env['PUBLIC_URL']?.startsWith('https:')) {
    throw new StartupError('NODE_ENV=production requires PUBLIC_URL, the https URL of the console.')
  }
  refuseWeakSettings(env)
}

/** Our own API accepts v2; another server's is assumed to accept v1 unless configured. */
function accessTokenOf(env: Record<string, string | undefined>, apiBaseUrl: string): 'v1' | 'v2' {
  const value = env['ACCESS_TOKEN'] || (isOurs(apiBaseUrl) ? 'v2' : 'v1')
  if (value === 'v1' || value === 'v2') return value
  throw new StartupError(`ACCESS_TOKEN must be v1 or v2, not "${value}".`)
}

function isOurs(apiBaseUrl: string): boolean {
  return apiBaseUrl.startsWith('/')
}

function commaList(raw = ''): string[] {
  return raw
    .split(',')
    .map((candidate) => candidate.trim())
    .filter((candidate) => candidate !== '')
}

function endpointList(env: Record<string, string | undefined>, name: string): Endpoint[] {
  return commaList(env[name]).map((candidate) => {
    const endpoint = parseEndpoint(candidate)
    if (endpoint !== null) return endpoint
    throw new StartupError(`${name} must list addresses such as console.example.com:443, not "${candidate}".`)
  })
}

function choice<const W extends string>(
  env: Record<string, string | undefined>,
  name: string,
  allowed: readonly W[],
): W | null {
  const value = env[name]
  if (!value) return null
  const match = allowed.find((candidate) => candidate === value)
  if (match !== undefined) return match
  throw new StartupError(`${name} must be ${allowed.join(' or ')}, or absent, not "${value}".`)
}

/** Number of years for which the audit is kept; null for ever. */
export function readAuditYears(env: Record<string, string | undefined>): number | null {
  return wholeNumber(env, 'AUDIT_YEARS', 0, leastAuditYears, 1000) || null
}

function wholeNumber(
  env: Record<string, string | undefined>,
  name: string,
  fallback: number,
  min: number,
  max: number,
) {
  const raw = env[name]
  if (raw === undefined || raw === '') return fallback
  const value = Number(raw)
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new StartupError(`${name} must be a whole number from ${min} to ${max}, not "${raw}".`)
  }
  return value
}

/** Returns the secret with which another machine signs its calls; the demo derives one that its simulators know too. */
function webhookSecret(name: string, env: Record<string, string | undefined>, demoSeed: string | null): string | null {
  const raw = env[name]
  if (raw && !/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(raw)) {
    throw new StartupError(`${name} must be whsec_ and at least 24 bytes in base64.`)
  }
  if (raw) return raw
  return demoSeed === null ? null : `whsec_${createHash('sha256').update(demoSeed).digest('base64')}`
}

/** All secrets that a server has, the sealing one first. */
export function secretsOf({
  secret,
  previousSecret,
  nextSecret,
}: Pick<Settings, 'secret' | 'previousSecret' | 'nextSecret'>): [string, ...string[]] {
  return [secret, ...[previousSecret, nextSecret].filter((other) => other !== null)]
}

/** All secrets that a command knows, the sealing one first; null if there is none. */
export function secretsIfKnown(env: Record<string, string | undefined>, root: string): [string, ...string[]] | null {
  const secret = secretIfKnown(env, root)
  const [previousSecret, nextSecret] = [env['PREVIOUS_SECRET'] || null, env['NEXT_SECRET'] || null]
  return secret === null ? null : secretsOf({ secret, previousSecret, nextSecret })
}

/** Returns the secret as a command knows it: SECRET, or that which a demo has stored; null if there is none. */
function secretIfKnown(env: Record<string, string | undefined>, root: string): string | null {
  if (env['SECRET']) return env['SECRET']
  if (env['DATABASE_URL'] && env['DEMO'] !== '1') return null
  const path = join(resolve(root, env['DATA_DIR'] || 'data'), 'secret')
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

/** Reads the demo's secret, which is generated once and stored with its data. */
function storedSecret(dataDir: string, demo: boolean): string {
  if (!demo)
    throw new StartupError('SECRET is missing: set it to at least 32 random characters, the same on every server.')
  const path = join(dataDir, 'secret')
  try {
    return readFileSync(path, 'utf8')
  } catch {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(path, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'a' })
    chmodSync(path, 0o600)
    return readFileSync(path, 'utf8')
  }
}
