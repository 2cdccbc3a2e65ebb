import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, it } from 'vitest'
import { serverRoot } from '../server-folder.ts'
import { inDatabase, onServer } from '../testing/database-cluster.ts'
import { migrate } from './migrate.ts'

const server = inDatabase(inject('templateUrl'), 'postgres')
const name = `${new URL(inject('templateUrl')).pathname.slice(1)}_charges`
const url = inDatabase(server, name)
const before = await mkdtemp(join(tmpdir(), 'kobo-migrations-'))
await onServer(server, `create database ${name}`)
afterAll(async () => {
  await onServer(server, `drop database ${name} with (force)`)
  await rm(before, { recursive: true })
})

const merchant = '01900000-0000-7000-8000-000000000001'

/** SQL of the audit row for a change of charges, in naira and percent. */
function auditInsert(month: string, after: object): string {
  const at = `2026-${month}-01T10:00:00Z`
  const id = `(lpad(to_hex((extract(epoch from '${at}'::timestamptz) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid`
  return `insert into audit (id, at, action, record_type, record_id, after)
    values (${id}, '${at}', 'charges.update', 'merchant', '${merchant}', '${JSON.stringify(after)}')`
}

it('dates charges that are older than their dates by the audit rows', async () => {
  const migrationsDir = join(serverRoot(), 'src/db/migrations')
  for (const file of await readdir(migrationsDir))
    if (file < '0070') await copyFile(join(migrationsDir, file), join(before, file))
  await migrate(url, { dir: before })
  await onServer(
    url,
    `insert into merchant (id, mode, created_at, prefix, business_name, email)
      values ('${merchant}', 'PRODUCTION', uuid_time('${merchant}'), 'KOLA', 'Kola Nut', 'till@kolanut.example')`,
  )
  const inflows = (nominal: number) => ({
    accountCreation: 50,
    maintenance: 0.5,
    inflows: { type: 'COMPOSITE', percentage: 1.45, cap: 300, nominal },
  })
  await onServer(url, auditInsert('02', { staticAccounts: inflows(5) }))
  await onServer(url, auditInsert('03', { subaccount: { transferCharge: 12.34 } }))
  await onServer(url, auditInsert('04', { staticAccounts: inflows(0) }))
  const latest = { accountCreationKobo: 1, maintenanceKobo: 2, inflows: {} }
  for (const [group, month, data] of [
    ['staticAccounts', '04', latest],
    ['subaccount', '03', { transferChargeKobo: 1234 }],
  ] as const) {
    await onServer(
      url,
      `insert into merchant_charge (merchant_id, name, data, updated_at)
        values ('${merchant}', '${group}', '${JSON.stringify(data)}', '2026-${month}-01T10:00:00Z')`,
    )
  }
  await migrate(url)
  const ratesQuery = `select name, data, to_char(valid_from at time zone 'UTC', 'MM-DD HH24') as from,
    to_char(valid_until at time zone 'UTC', 'MM-DD HH24') as until, updated_at = valid_from as is_told
    from merchant_charge order by name, valid_from`
  const earlier = { type: 'COMPOSITE', percentageBasisPoints: 145, capKobo: 30_000, nominalKobo: 500 }
  const data = { accountCreationKobo: 5000, maintenanceKobo: 50, inflows: earlier }
  expect(await onServer(url, ratesQuery)).toEqual([
    { name: 'staticAccounts', data, from: '02-01 10', until: '04-01 10', is_told: true },
    { name: 'staticAccounts', data: latest, from: '04-01 10', until: null, is_told: true },
    { name: 'subaccount', data: { transferChargeKobo: 1234 }, from: '03-01 10', until: null, is_told: true },
  ])
})
