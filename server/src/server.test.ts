import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, it } from 'vitest'
import { startServer } from './server.ts'
import { readSettings } from './settings.ts'
import { inDatabase, onServer } from './testing/database-cluster.ts'

const server = inDatabase(inject('templateUrl'), 'postgres')
const name = `${new URL(inject('templateUrl')).pathname.slice(1)}_untouched`
const folder = mkdtempSync(join(tmpdir(), 'kobo-server-'))

afterAll(async () => {
  await onServer(server, `drop database if exists ${name} with (force)`)
  rmSync(folder, { recursive: true })
})

it('refuses to start in production on outdated tables and names the migrate command', async () => {
  await onServer(server, `create database ${name}`)
  const url = inDatabase(server, name)
  const settings = readSettings(
    {
      NODE_ENV: 'production',
      DATABASE_URL: url,
      DATA_DIR: folder,
      PORT: '0',
      HOST: '127.0.0.1',
      SMTP_URL: 'smtp://127.0.0.1:1',
      SECRET: randomBytes(32).toString('base64url'),
      HASH_KEY: 'a key of our own',
      PUBLIC_URL: 'https://console.example',
    },
    folder,
  )
  const started = startServer(settings, { step: () => {}, progress: () => {}, demoMail: () => {} })
  await expect(started).rejects.toThrow('The database has no tables yet: run "npm run migrate", then start again.')
  expect(await onServer(url, `select to_regclass('staff') as staff`)).toEqual([{ staff: null }])
})
