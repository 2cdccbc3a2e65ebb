import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { newWebhookSecret } from './rails/webhooks.ts'
import { readAuditYears, readSettings } from './settings.ts'
import { StartupError } from './startup-error.ts'

const root = mkdtempSync(join(tmpdir(), 'kobo-settings-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://kobo@db/kobo',
  SMTP_URL: 'smtp://mail',
  SECRET: randomBytes(32).toString('base64url'),
  HASH_KEY: 'a key of our own',
  PUBLIC_URL: 'https://console.example.com',
}

it('defaults to the demo on loopback with a generated private secret', () => {
  const first = readSettings({}, root)
  expect(first).toMatchObject({ demo: true, host: '127.0.0.1', port: 3000, publicUrl: 'http://localhost:3000' })
  expect(first.sessionIdleMs).toBe(8 * 3_600_000)
  expect(readSettings({}, root).secret).toBe(first.secret)
  expect(statSync(join(root, 'data/secret')).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(root, 'data/secret'), 'utf8').length).toBeGreaterThan(32)
})

it('enables the demo with DATABASE_URL only when DEMO is set, and never in production', () => {
  const own = { DATABASE_URL: 'postgres://kobo@db/kobo', SECRET: 'x'.repeat(32) }
  expect(readSettings(own, root)).toMatchObject({ demo: false, host: '0.0.0.0' })
  expect(readSettings(own, root).sessionIdleMs).toBe(15 * 60_000)
  expect(readSettings({ ...own, DEMO: '1' }, root)).toMatchObject({ demo: true, host: '127.0.0.1' })
  expect(readSettings(production, root)).toMatchObject({ demo: false, production: true })
})

it('exposes metrics and docs in the demo, and elsewhere only when configured', () => {
  expect(readSettings({}, root)).toMatchObject({ exposeMetrics: true, exposeDocs: true })
  expect(readSettings(production, root)).toMatchObject({ exposeMetrics: false, exposeDocs: false })
  const exposed = { ...production, EXPOSE_METRICS: '1', EXPOSE_DOCS: '1' }
  expect(readSettings(exposed, root)).toMatchObject({ exposeMetrics: true, exposeDocs: true })
})

it('CONST-18 reads the URL of the API, by default that of this server', () => {
  expect(readSettings({}, root).apiBaseUrl).toBe('/api')
  const elsewhere = { API_BASE_URL: 'https://api.example.com/v1/' }
  expect(readSettings(elsewhere, root).apiBaseUrl).toBe('https://api.example.com/v1')
})

it('uses access token v2 for this server, and for another one only when configured', () => {
  expect(readSettings({}, root).accessToken).toBe('v2')
  const elsewhere = { API_BASE_URL: 'https://api.example.com/api' }
  expect(readSettings(elsewhere, root).accessToken).toBe('v1')
  expect(readSettings({ ...elsewhere, ACCESS_TOKEN: 'v2' }, root).accessToken).toBe('v2')
})

it('limits the console to catalogue calls of another server unless configured', () => {
  expect(readSettings({}, root).apiAdditions).toBe(true)
  const elsewhere = { API_BASE_URL: 'https://api.example.com/api' }
  expect(readSettings(elsewhere, root).apiAdditions).toBe(false)
  expect(readSettings({ ...elsewhere, API_ADDITIONS: '1' }, root).apiAdditions).toBe(true)
})

it('reads variables under their former names, reports these, and prefers the current names', () => {
  const former = { SESSION_LIFE_MINUTES: '60', SWITCH_SILENCE_MINUTES: '20', RAILS_SECRET: newWebhookSecret() }
  expect(readSettings(former, root)).toMatchObject({
    sessionLifeMs: 60 * 60_000,
    switchSilenceMs: 20 * 60_000,
    railsSecret: former.RAILS_SECRET,
    deprecated: [
      expect.stringContaining('RAILS_SECRET is now SWITCH_WEBHOOK_SECRET'),
      expect.stringContaining('SWITCH_SILENCE_MINUTES is now SWITCH_NO_RECORD_MINUTES'),
      expect.stringContaining('SESSION_LIFE_MINUTES is now SESSION_MAX_MINUTES'),
    ],
  })
  expect(readSettings({ ...former, SESSION_MAX_MINUTES: '90' }, root).sessionLifeMs).toBe(90 * 60_000)
  const weak = { ...production, RAILS_SECRET: `whsec_${'a'.repeat(32)}` }
  expect(() => readSettings(weak, root)).toThrow('SWITCH_WEBHOOK_SECRET')
  expect(readSettings({ SESSION_MAX_MINUTES: '90' }, root).deprecated).toEqual([])
})

const providers = {
  SWITCH_URL: 'https://switch.example',
  SWITCH_SECRET: randomBytes(24).toString('hex'),
  SWITCH_WEBHOOK_SECRET: newWebhookSecret(),
  ACQUIRER_URL: 'https://acquirer.example',
  ACQUIRER_SECRET: newWebhookSecret(),
  SCHEME_SECRET: newWebhookSecret(),
  BILLERS_URL: 'https://billers.example',
  BILLERS_SECRET: randomBytes(24).toString('hex'),
  IDENTITY_URL: 'https://identity.example',
}

it('starts in production with providers over https, each with a random secret', () => {
  for (let turn = 0; turn < 200; turn++) {
    const random = { SECRET: randomBytes(16).toString('hex'), HASH_KEY: randomBytes(12).toString('base64') }
    expect(readSettings({ ...production, ...providers, ...random }, root).production).toBe(true)
  }
})

it('keeps the audit for ever, or at least 7 years', () => {
  expect(readAuditYears({})).toBeNull()
  expect(readAuditYears({ AUDIT_YEARS: '7' })).toBe(7)
  expect(() => readSettings({ AUDIT_YEARS: '6' }, root)).toThrow('AUDIT_YEARS must be a whole number from 7 to 1000')
})

it('accepts a weak PREVIOUS_SECRET in production', () => {
  expect(readSettings({ ...production, PREVIOUS_SECRET: 'a'.repeat(32) }, root).previousSecret).toBe('a'.repeat(32))
})

it('accepts weak secrets and plain http outside production', () => {
  const own = { DATABASE_URL: 'postgres://kobo@db/kobo', SECRET: 'a'.repeat(32), SWITCH_URL: 'http://switch.example' }
  expect(readSettings(own, root).switchUrl).toBe('http://switch.example')
})

describe('startup errors', () => {
  it.each([
    ['an invalid port', { PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535, not "abc".'],
    [
      'an endpoint without its port',
      { TLS_ENDPOINTS: '10.0.0.5:443, 10.0.0.6' },
      'TLS_ENDPOINTS must list addresses such as console.example.com:443, not "10.0.0.6".',
    ],
    ['an unsupported pooler', { DATABASE_POOLER: 'session' }, 'DATABASE_POOLER must be transaction, or absent'],
    [
      'a minimum password length below six',
      { PASSWORD_MIN_LENGTH: '4' },
      'PASSWORD_MIN_LENGTH must be a whole number from 6',
    ],
    ['a missing secret outside the demo', { DATABASE_URL: 'postgres://kobo@db/kobo' }, 'SECRET is missing'],
    ['production with the demo', { ...production, DEMO: '1' }, 'DEMO=1 is not allowed'],
    ['production without a database', { ...production, DATABASE_URL: '' }, 'requires DATABASE_URL'],
    ['production without mail', { ...production, SMTP_URL: '' }, 'requires SMTP_URL'],
    ['production with a short secret', { ...production, SECRET: 'short' }, 'requires SECRET'],
    ["production with the demo's hash key", { ...production, HASH_KEY: 'demo-hash-key' }, 'HASH_KEY of your own'],
    ['production without PUBLIC_URL', { ...production, PUBLIC_URL: '' }, 'requires PUBLIC_URL, the https URL'],
    ['production on plain http', { ...production, PUBLIC_URL: 'http://console.example.com' }, 'requires PUBLIC_URL'],
    ['production with one letter for a secret', { ...production, SECRET: 'a'.repeat(32) }, 'fewer than 8 different'],
    [
      'production with a secret of two letters',
      { ...production, SECRET: 'ab'.repeat(16) },
      'requires a SECRET that cannot be guessed',
    ],
    ['production with a repeated secret', { ...production, SECRET: '0123456789abcdef'.repeat(2) }, 'repeats itself'],
    ['production with the alphabet', { ...production, SECRET: 'abcdefghijklmnopqrstuvwxyz012345' }, 'is a sequence'],
    ['production with a placeholder', { ...production, SECRET: 'please-change-me-before-you-go-live' }, 'placeholder'],
    ['production with one letter for a hash key', { ...production, HASH_KEY: 'k' }, 'requires a HASH_KEY that cannot'],
    [
      'production with a hash key of one letter',
      { ...production, HASH_KEY: 'k'.repeat(40) },
      'requires a HASH_KEY that',
    ],
    ['production with one key for both', { ...production, HASH_KEY: production.SECRET }, 'HASH_KEY other than SECRET'],
    ...['SWITCH', 'ACQUIRER', 'BILLERS', 'IDENTITY'].map((name): [string, Record<string, string>, string] => [
      `production with plain http in ${name}_URL`,
      { ...production, ...providers, [`${name}_URL`]: 'http://provider.example' },
      `requires an https URL in ${name}_URL.`,
    ]),
    ...['SWITCH', 'ACQUIRER', 'BILLERS'].map((name): [string, Record<string, string>, string] => [
      `production without ${name}_SECRET`,
      { ...production, ...providers, [`${name}_SECRET`]: '' },
      `requires ${name}_SECRET together with ${name}_URL.`,
    ]),
    ...['SWITCH_WEBHOOK', 'ACQUIRER', 'SCHEME'].map((name): [string, Record<string, string>, string] => [
      `production with a weak ${name}_SECRET`,
      { ...production, ...providers, [`${name}_SECRET`]: `whsec_${'A'.repeat(32)}` },
      `requires a ${name}_SECRET that cannot be guessed`,
    ]),
    [
      'production with a weak token',
      { ...production, ...providers, SWITCH_SECRET: 'token' },
      'fewer than 16 characters',
    ],
    ['an unknown access token version', { ACCESS_TOKEN: 'v3' }, 'ACCESS_TOKEN must be v1 or v2, not "v3".'],
    ['a public URL without a scheme', { PUBLIC_URL: 'localhost:3000' }, 'PUBLIC_URL must be a URL such as'],
    ['an invalid public URL', { PUBLIC_URL: 'console.example.com' }, 'PUBLIC_URL must be a URL such as'],
  ])('rejects %s', (_case, env, sentence) => {
    expect(() => readSettings(env, root)).toThrow(StartupError)
    expect(() => readSettings(env, root)).toThrow(sentence)
  })
})
