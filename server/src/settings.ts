import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { passwordMinLength } from '@kobo/contract/session'
import { refuseWeakSettings } from './refuse-weak-settings.ts'
import { StartupError } from './startup-error.ts'

/** All that the environment decides. Durations are milliseconds. */
export interface Settings {
  port: number
  host: string
  /** Absent: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | null
  /** A pooler that gives each transaction another connection stands before the database. */
  transactionPooler: boolean
  dataDir: string
  /** With the demo come its world, its sign-in and its outbox; never in production. */
  demo: boolean
  production: boolean
  /** The address that people open, for links in mails. */
  publicUrl: string
  /** Where the console finds the API: ours, or another server's on the same site. */
  apiBaseUrl: string
  /** The newest version of the access token that the API takes, for the console to send. */
  accessToken: 'v1' | 'v2'
  /** Whether the API takes what was added to the published calls; without, its console sends only what the catalogue names. */
  apiAdditions: boolean
  /** Sites other than our own that may call the API from a browser. */
  allowedOrigins: string[]
  /** Host names that this server answers to beside its public address and this machine's own. */
  allowedHosts: string[]
  /** Whether `/metrics` answers everybody who reaches the server. */
  exposeMetrics: boolean
  /** Whether `/api/docs` and `/api/openapi.json` do. */
  exposeDocs: boolean
  secret: string
  /** The secret before this one, from which what is kept is sealed anew at the start. */
  previousSecret: string | null
  hashKey: string
  smtpUrl: string | null
  mailFrom: string
  /** How long the mail server may be silent. */
  mailTimeoutMs: number
  passwordMinLength: number
  sessionIdleMs: number
  sessionLifeMs: number
  /** Addresses or networks of the proxies whose word on the caller's address is believed. */
  trustedProxies: string[]
  /** The switch that payouts go through; absent in the demo, whose simulator is used. */
  switchUrl: string | null
  /** The bearer token that the switch knows us by. */
  switchSecret: string | null
  /** What the switch signs its collections with, `whsec_` and base64; without it none are taken. */
  railsSecret: string | null
  switchTimeoutMs: number
  /** For how long "no record" of a payout that was sent leaves its outcome open. */
  switchSilenceMs: number
  /** The register of people; absent in the demo, whose simulator is used. */
  identityUrl: string | null
  /** Who takes money from cards; absent in the demo, whose simulator is used. */
  acquirerUrl: string | null
  /** What the acquirer signs its calls with and knows us by, `whsec_` and base64; without it none are taken. */
  acquirerSecret: string | null
  /** What the scheme of the cards that we issue signs its calls with, `whsec_` and base64; without it none are taken. */
  schemeSecret: string | null
  /** Those that bills are paid to; without it none are. */
  billersUrl: string | null
  /** The bearer token that the billers know us by. */
  billersSecret: string | null
  /** Lets webhooks go to addresses that are not public. */
  webhooksAllowPrivate: boolean
  /** How many transactions a new demo world holds in Live mode. */
  demoTransactions: number
  /** Keeps new transactions coming while the demo runs. */
  demoTraffic: boolean
  /** Where the demo's simulated outside world listens, on loopback; 0 takes a free port. */
  simulatorPort: number
  /** Requests a minute; those under `/rails` count by their verified signer alone, or as unsigned by their address. */
  limits: { perAddress: number; perSession: number; auth: number; perSigner: number; unsigned: number }
  logLevel: string
  /** What this process does: answers over HTTP, works in the background, or both. */
  role: 'all' | 'web' | 'worker'
  /** How many connections to the database each part may hold. */
  pools: { web: number; worker: number; jobs: number }
}

const demoHashKey = 'demo-hash-key'
const minuteMs = 60_000

/** Reads the environment; what is wrong with it is one clear sentence. */
export function readSettings(env: Record<string, string | undefined>, root: string): Settings {
  const production = env['NODE_ENV'] === 'production'
  const databaseUrl = env['DATABASE_URL'] || null
  const demo = !production && (databaseUrl === null || env['DEMO'] === '1')
  const dataDir = resolve(root, env['DATA_DIR'] || 'data')
  const port = wholeNumber(env, 'PORT', 3000, 0, 65_535)
  const publicUrl = (env['PUBLIC_URL'] || `http://localhost:${port}`).replace(/\/$/, '')
  if (!URL.canParse(publicUrl) || !/^https?:\/\//.test(publicUrl)) {
    throw new StartupError(`PUBLIC_URL must be an address such as https://console.example.com, not "${publicUrl}".`)
  }
  const apiBaseUrl = (env['API_BASE_URL'] || '/api').replace(/\/$/, '')
  if (production) refuseDemoValues(env)
  const secret = env['SECRET'] || keptSecret(dataDir, demo)
  return {
    port,
    host: demo ? '127.0.0.1' : env['HOST'] || '0.0.0.0',
    databaseUrl,
    transactionPooler: oneOf(env, 'DATABASE_POOLER', ['transaction']) === 'transaction',
    dataDir,
    demo,
    production,
    publicUrl,
    apiBaseUrl,
    accessToken: accessTokenOf(env, apiBaseUrl),
    apiAdditions: isOurs(apiBaseUrl) || env['API_ADDITIONS'] === '1',
    allowedOrigins: commaList(env['ALLOWED_ORIGINS']),
    allowedHosts: commaList(env['ALLOWED_HOSTS']),
    exposeMetrics: demo || env['EXPOSE_METRICS'] === '1',
    exposeDocs: demo || env['EXPOSE_DOCS'] === '1',
    secret,
    previousSecret: env['PREVIOUS_SECRET'] || null,
    hashKey: env['HASH_KEY'] || demoHashKey,
    smtpUrl: env['SMTP_URL'] || null,
    mailFrom: env['MAIL_FROM'] || 'Kobo Console <console@localhost>',
    mailTimeoutMs: wholeNumber(env, 'MAIL_TIMEOUT_MS', 8_000, 100, 60_000),
    passwordMinLength: wholeNumber(env, 'PASSWORD_MIN_LENGTH', passwordMinLength, passwordMinLength, 100),
    sessionIdleMs: wholeNumber(env, 'SESSION_IDLE_MINUTES', demo ? 480 : 15, 1, 1440) * minuteMs,
    sessionLifeMs: wholeNumber(env, 'SESSION_LIFE_MINUTES', 720, 1, 1440) * minuteMs,
    trustedProxies: commaList(env['TRUSTED_PROXIES']),
    switchUrl: env['SWITCH_URL'] || null,
    switchSecret: env['SWITCH_SECRET'] || null,
    railsSecret: webhookSecret('RAILS_SECRET', env, demo ? `rails ${secret}` : null),
    // A payout asks twice while its job runs, which may take a minute.
    switchTimeoutMs: wholeNumber(env, 'SWITCH_TIMEOUT_MS', 10_000, 100, 25_000),
    switchSilenceMs: wholeNumber(env, 'SWITCH_SILENCE_MINUTES', 10, 1, 10_080) * minuteMs,
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
    role: oneOf(env, 'ROLE', ['web', 'worker', 'all']) ?? 'all',
    pools: {
      web: wholeNumber(env, 'POOL_WEB', 20, 2, 500),
      worker: wholeNumber(env, 'POOL_WORKER', 20, 2, 500),
      jobs: wholeNumber(env, 'POOL_JOBS', 5, 2, 100),
    },
  }
}

function refuseDemoValues(env: Record<string, string | undefined>) {
  if (env['DEMO'] === '1') throw new StartupError('DEMO=1 is not allowed with NODE_ENV=production.')
  if (!env['DATABASE_URL'])
    throw new StartupError('NODE_ENV=production needs DATABASE_URL, the address of a PostgreSQL server.')
  if (!env['SMTP_URL'])
    throw new StartupError('NODE_ENV=production needs SMTP_URL, the mail server that sign-in codes go out through.')
  if ((env['SECRET'] ?? '').length < 32)
    throw new StartupError('NODE_ENV=production needs SECRET, at least 32 random characters.')
  if (!env['HASH_KEY'] || env['HASH_KEY'] === demoHashKey) {
    throw new StartupError('NODE_ENV=production needs a HASH_KEY of your own.')
  }
  if (!env['PUBLIC_URL']?.startsWith('https:')) {
    throw new StartupError('NODE_ENV=production needs PUBLIC_URL, the https address that people open.')
  }
  refuseWeakSettings(env)
}

/** We take the second version; what another server takes must be told. */
function accessTokenOf(env: Record<string, string | undefined>, apiBaseUrl: string): 'v1' | 'v2' {
  const told = env['ACCESS_TOKEN'] || (isOurs(apiBaseUrl) ? 'v2' : 'v1')
  if (told === 'v1' || told === 'v2') return told
  throw new StartupError(`ACCESS_TOKEN must be v1 or v2, not "${told}".`)
}

function isOurs(apiBaseUrl: string): boolean {
  return apiBaseUrl.startsWith('/')
}

function commaList(raw = ''): string[] {
  return raw
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
}

function oneOf<const W extends string>(
  env: Record<string, string | undefined>,
  name: string,
  words: readonly W[],
): W | null {
  const value = env[name]
  if (!value) return null
  const word = words.find((one) => one === value)
  if (word !== undefined) return word
  throw new StartupError(`${name} must be ${words.join(' or ')}, or absent, not "${value}".`)
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

/** What another machine signs its calls with; the demo makes one of its own secret, so that its simulators know it too. */
function webhookSecret(name: string, env: Record<string, string | undefined>, demoSeed: string | null): string | null {
  const given = env[name]
  if (given && !/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(given)) {
    throw new StartupError(`${name} must be whsec_ and at least 24 bytes in base64.`)
  }
  if (given) return given
  return demoSeed === null ? null : `whsec_${createHash('sha256').update(demoSeed).digest('base64')}`
}

/** The demo makes its secret itself and keeps it with its data. */
function keptSecret(dataDir: string, demo: boolean): string {
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
