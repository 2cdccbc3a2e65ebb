import { builtInRoles } from '@kobo/contract/kit/built-in-roles'
import type { Mode } from '@kobo/contract/kit/mode'
import { contract } from '@kobo/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, startApp, type TestApp } from '../testing/app.ts'
import { aRequest, everyCall } from '../testing/every-call.ts'
import { type Records, someRecords } from '../testing/some-records.ts'

const modes: Mode[] = ['PRODUCTION', 'SANDBOX']
const reads = everyCall.filter(([, call]) => call.effect === 'read' && call.permission !== 'public')
const hasPeople = (role: (typeof builtInRoles)[number]) =>
  role.rights.some(({ permission }) => permission === 'people.read')

let app: TestApp
const records = new Map<Mode, Records>()
/** Personal values in the database, by column. */
const personalValues = new Map<string, string>()
const seen = new Map<string, Set<string>>()

beforeAll(async () => {
  app = await startApp()
  for (const mode of modes) records.set(mode, await someRecords(app.db, mode, app.clock.now()))
  // Every row has a value of its own, so that each reply can be traced to its column.
  const columns = await sql<{ name: string; column: string }>`
    select table_name as name, column_name as column from information_schema.columns
    where table_schema = 'public' and table_name not in ('staff', 'invite', 'challenge', 'session', 'sign_in_tries', 'audit')
      and column_name ~ '^(owner_)?(email|phone_number|date_of_birth|address)$'`.execute(app.db)
  for (const { name, column } of columns.rows) {
    const invented = column.endsWith('date_of_birth')
      ? sql`'1950-01-01'::date + (random() * 9000)::int`
      : valueOf(column)
    // Its rows are never changed; their addresses are their own.
    if (name !== 'record_message')
      await sql`update ${sql.table(name)} set ${sql.ref(column)} = ${invented}`.execute(app.db)
    const { rows } = await sql<{ value: string }>`
      select distinct ${sql.ref(column)}::text as value from ${sql.table(name)} where length(${sql.ref(column)}::text) > 6
    `.execute(app.db)
    for (const { value } of rows) personalValues.set(value, `${name}.${column}`)
  }
})
afterAll(() => app.close())

function valueOf(column: string) {
  if (column.endsWith('email')) return sql`'p' || substr(md5(random()::text), 1, 12) || '@people.example'`
  if (column.endsWith('address')) return sql`substr(md5(random()::text), 1, 8) || ' Broad Street'`
  return sql`'080' || lpad((random() * 99999999)::int::text, 8, '0')`
}

describe('personal data without the right to read it', () => {
  const clients = new Map<string, Promise<Client>>()
  const clientOf = (role: string, mode: Mode) => {
    const key = `${role} ${mode}`
    const client = clients.get(key) ?? app.signIn({ role, mode })
    clients.set(key, client)
    return client
  }

  it.each(
    modes.flatMap((mode) =>
      builtInRoles.flatMap((role) => reads.map(([name, call]) => [role.id, mode, name, call, role] as const)),
    ),
  )('%s in %s reads no personal value by %s unless its role may', async (id, mode, _name, call, role) => {
    const client = await clientOf(id, mode)
    const reply = await client.call(call, aRequest(call, mode, records.get(mode) ?? {}))
    const found = [...personalValues].filter(([value]) => reply.text.includes(value))
    for (const [, column] of found) seen.set(column, (seen.get(column) ?? new Set()).add(id))
    expect(hasPeople(role) ? [] : found).toEqual([])
  })

  it('shows the same values to the roles that may read them, so that the tests above can fail', () => {
    const readers = builtInRoles.filter(hasPeople).map(({ id }) => id)
    expect(personalValues.size).toBeGreaterThan(8)
    expect([...seen.keys()].toSorted()).toEqual(
      expect.arrayContaining(['contact_message.email', 'merchant.email', 'partner.email', 'wallet.phone_number']),
    )
    for (const roles of seen.values()) expect([...roles].toSorted()).toEqual(readers.toSorted())
  })
})

it('masks exports and search results too, and says nothing about an address that is typed letter by letter', async () => {
  const finance = await app.signIn({ role: 'FINANCE' })
  const auditor = await app.signIn({ role: 'AUDITOR' })
  const merchants = await app.db.selectFrom('merchant').select(['email', 'business_name']).execute()
  const [merchant] = merchants
  const email = merchant?.email ?? ''
  const emailsFor = async (client: Client) => {
    const list = app.services.lists.get('/merchant')
    const staff = (await client.call(contract.session.profile, {})).data.user
    const rights = new Map((staff.rights ?? []).map(({ permission }) => [permission as 'team.read', { maxKobo: null }]))
    const context = { ...app.services, mode: 'PRODUCTION' as const, staff: { rights } }
    const read = await list?.read({ page: 1, size: 10 }, context as never)
    return read?.rows.map((row) => (row as { email?: string }).email)
  }
  expect(await emailsFor(auditor)).toContain(email)
  expect(await emailsFor(finance)).toContain(`${email.slice(0, 1)}•••${email.slice(email.indexOf('@'))}`)
  const { everything } = contract.search
  const byName = await finance.call(everything, { text: merchant?.business_name ?? '' })
  expect(byName.data.hits.length).toBeGreaterThan(0)
  expect(byName.text).not.toContain(email)
  expect((await auditor.call(everything, { text: email.slice(0, 5) })).data.hits.length).toBeGreaterThan(0)
  expect((await finance.call(everything, { text: email.slice(0, 5) })).data.hits).toEqual([])
})
