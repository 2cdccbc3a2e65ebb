import { contract } from '@kobo/contract'
import { day, filterDay } from '@kobo/contract/kit/day'
import { sql } from 'kysely'
import { z } from 'zod'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Client, startApp, type TestApp } from '../testing/app.ts'
import { aRequest, everyCall, everyRow, fieldsOf, recordOf } from '../testing/every-call.ts'
import { aBvnRecord } from '../testing/factories.ts'
import { byDepth } from '../testing/property-runs.ts'
import { personalNumbers, type Records, someRecords } from '../testing/some-records.ts'
import { uuidv7 } from '../uuid.ts'

let app: TestApp
let ada: Client
let live: Records
let test: Records

beforeAll(async () => {
  app = await startApp({ jobs: 'running' })
  ada = await app.signIn()
  await aBvnRecord(app.db, { bvn: personalNumbers.owner })
  live = await someRecords(app.db, 'PRODUCTION', app.clock.now(), ada.staffId)
  test = await someRecords(app.db, 'SANDBOX', app.clock.now(), ada.staffId)
})

afterAll(() => app.close())

/** Roles belong to both modes, and the audit of both is read together. */
const isInBothModes = (record: string | undefined) => ['role', 'entry of the audit', 'view'].includes(record ?? '')
const signedIn = everyCall.filter(([, call]) => call.permission !== 'public')
const writes = everyCall.filter(([, call]) => call.effect === 'write')
const withIds = signedIn.flatMap(([name, call]) => {
  const ids = fieldsOf(call).flatMap(([field, schema]) => (recordOf(schema) === undefined ? [] : [field]))
  return ids.length === 0 ? [] : [[name, call, ids] as const]
})

describe('declared effect', () => {
  it.each(everyCall)('%s declares the effect of its method and only typed record IDs', (_name, call) => {
    // A session ID is the switch's identifier of a payment, not one of our records.
    const ids = fieldsOf(call).filter(([field]) => field.endsWith('Id') && field !== 'sessionId')
    const plainId = ids.filter(([, schema]) => recordOf(schema) === undefined)
    expect(plainId).toEqual([])
    const gets = call.method === 'GET'
    expect(gets ? ['read', 'make'] : ['write', 'make']).toContain(call.effect)
  })
})

/**
 * Expects that the tests of a group change no row. Reading every row takes longer than the calls, so a sample of the comparisons is
 * the one after the last test; `npm run test:deep` compares after each, which names the call.
 */
function expectNoChange(): void {
  let before: unknown
  const compare = async () => expect(await everyRow(app.db)).toEqual(before)
  beforeAll(async () => {
    before = await everyRow(app.db)
  })
  byDepth({ sample: afterAll, full: afterEach })(compare)
}

describe('record IDs of the other mode', () => {
  expectNoChange()
  it.each(withIds.filter(([, call]) => !fieldsOf(call).some(([, schema]) => isInBothModes(recordOf(schema)))))(
    '%s responds to an ID of the other mode as to an unknown one and changes nothing',
    async (_name, call, ids) => {
      const ofOtherMode = await ada.call(call, aRequest(call, 'SANDBOX', test))
      const nobodys = Object.fromEntries(ids.map((field) => [field, uuidv7()]))
      const unknown = await ada.call(call, { ...aRequest(call, 'SANDBOX', test), ...nobodys })
      const isFilter = call.query?.safeParse({}).success === true
      if (!isFilter) expect(ofOtherMode).toMatchObject({ status: 404, code: 'not_found' })
      // A read says that the record exists there, to somebody who may read it; it says nothing else about it.
      const told = call.effect === 'read' ? ',"existsIn":"SANDBOX"' : ''
      expect([ofOtherMode.status, withoutRequestId(ofOtherMode.text).replace(told, '')]).toEqual([
        unknown.status,
        withoutRequestId(unknown.text),
      ])
    },
  )
})

describe('malformed record IDs', () => {
  expectNoChange()
  it.each(withIds)(
    '%s responds to a malformed ID as to an unknown one and rejects other types',
    async (_name, call, ids) => {
      for (const field of ids) {
        const request = aRequest(call, 'PRODUCTION', live)
        const unknown = await ada.call(call, { ...request, [field]: uuidv7() })
        for (const text of ['nobody', "' or 1=1 --", '1', 'ffffffff-ffff-ffff-ffff-ffffffffffff', 'é'.repeat(100)]) {
          const reply = await ada.call(call, { ...request, [field]: text })
          expect([reply.status, withoutRequestId(reply.text)]).toEqual([unknown.status, withoutRequestId(unknown.text)])
        }
        expect((await ada.call(call, { ...request, [field]: 'x'.repeat(101) })).status).toBe(400)
        if (call.method === 'GET') {
          expect((await ada.call(call, {}, { rawQuery: `${field}=a&${field}=b` })).status).toBe(400)
        } else {
          for (const value of [7, null, true, [], {}, [live['merchant']]]) {
            const reply = await ada.call(call, {}, { rawBody: JSON.stringify({ ...request, [field]: value }) })
            expect(reply).toMatchObject({ status: 400, fields: { [field]: expect.any(String) } })
          }
        }
      }
    },
  )
})

describe('unknown fields of writes', () => {
  expectNoChange()
  it.each(writes)('%s rejects unknown fields in the query string and the body', async (_name, call) => {
    const request = aRequest(call, 'PRODUCTION', live)
    for (const rawQuery of ['reason=x', 'reason=a&reason=b', 'isRefundEnabled=true', '__proto__=x']) {
      const reply = await ada.call(call, request, { rawQuery })
      expect(reply).toMatchObject({ status: 400, message: `Unknown field: ${rawQuery.split('=')[0]}` })
    }
    const reply = await ada.call(call, {}, { rawBody: JSON.stringify({ ...request, isAdmin: true }) })
    expect(reply.status).toBeGreaterThanOrEqual(400)
    expect(reply.status).toBeLessThan(500)
  })
})

describe('unknown fields of reads', () => {
  it.each(signedIn.filter(([, call]) => call.effect === 'read'))(
    '%s ignores unknown query parameters',
    async (_name, call) => {
      const query = new URLSearchParams(Object.entries(aRequest(call, 'PRODUCTION', live)).map(asText)).toString()
      expect((await ada.call(call, {}, { rawQuery: `${query}&isAdmin=true&isAdmin=false` })).status).toBe(200)
    },
  )
})

describe('range of days', () => {
  const days = everyCall.flatMap(([name, call]) =>
    fieldsOf(call).flatMap(([field, schema]) =>
      schema === day || schema === filterDay ? [[name, field, call] as const] : [],
    ),
  )
  it.each(days)('%s rejects a %s outside 1900 to 2100', async (_name, field, call) => {
    const request = aRequest(call, 'PRODUCTION', live)
    for (const text of [
      '0000-01-01',
      '0000-06-01',
      '0001-01-01',
      '1899-12-31',
      '2101-01-01',
      '9999-12-31',
      '2026-02-30',
      '1',
    ]) {
      const reply = await ada.call(call, { ...request, [field]: text })
      expect(reply).toMatchObject({ status: 400, fields: { [field]: expect.stringMatching(/^(Date|This date)/) } })
    }
    for (const text of ['1900-01-01', '2100-12-31']) {
      expect((await ada.call(call, { ...request, [field]: text })).status).toBeLessThan(500)
    }
  })
  it('covers every date field', () => {
    const dateFields = everyCall
      .flatMap(([, call]) => fieldsOf(call))
      .filter(([field]) => /Date$|^(day|date)$/.test(field))
    expect(dateFields.length).toBe(days.length)
  })
})

/** Fields that may have several lines. */
const paragraphs = new Set([
  'note',
  'reason',
  'description',
  'message',
  'answer',
  'POST /admin/notes text',
  'POST /admin/messages text',
])

describe('characters in texts', () => {
  const fields = everyCall.flatMap(([name, call]) => fieldsOf(call).map((field) => [name, ...field] as const))
  const texts = fields.filter(([, field]) => !/password$/i.test(field))
  it.each(texts)('%s rejects control and bidirectional characters in %s', (name, field, schema) => {
    const isParagraph = paragraphs.has(field) || paragraphs.has(`${name} ${field}`)
    const accepts = (value: string) => z.safeParse(schema, value).success
    // A size is always parsed as a number.
    if (field === 'size') return
    for (const character of [
      '\u0000',
      '\u0007',
      '\u001b',
      '\u0085',
      '\u009f',
      '\ud800',
      '\u202e',
      '\u2066',
      '\u200f',
      '\u061c',
      '\u2028',
    ]) {
      if (isParagraph && /[\u0085\u2028]/.test(character)) continue
      expect(accepts(`ab${character}cd`)).toBe(false)
    }
    if (!isParagraph) expect(accepts('ab\ncd')).toBe(false)
    else expect(accepts('The first line\nand the second')).toBe(true)
  })
})

const reads = signedIn.filter(([, call]) => call.effect !== 'write')

it.each(reads)('%s returns no personal number in clear', async (_name, call) => {
  const reply = await ada.call(call, aRequest(call, 'PRODUCTION', live))
  expect(reply.status).toBe(200)
  for (const number of Object.values(personalNumbers)) expect(reply.text).not.toContain(number)
})

it('returns and stores no personal number in wallet writes, except in the response that reveals one', async () => {
  const { wallets, walletUpgrades } = contract
  const [walletId = '', requestId = ''] = [live['wallet'], live['request']]
  const keys: string[] = []
  const withKey = () => {
    const key = uuidv7()
    keys.push(key)
    return { headers: { 'idempotency-key': key } }
  }
  const replies = [
    await ada.call(wallets.disable, { walletId }, withKey()),
    await ada.call(wallets.enable, { walletId }, withKey()),
    await ada.call(walletUpgrades.approve, { requestId }, withKey()),
  ]
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  const revealed = await ada.call(wallets.reveal, { walletId, field: 'nin', reason: 'The holder asks' }, withKey())
  expect(revealed.data.value).toBe(personalNumbers.nin)
  const stored = await app.db.selectFrom('idempotency').selectAll().where('key', 'in', keys).execute()
  const audit = await app.db.selectFrom('audit').selectAll().execute()
  expect(stored.filter(({ reply }) => reply === null)).toHaveLength(1)
  expect(stored).toHaveLength(4)
  const exposed = JSON.stringify([replies.map(({ text }) => text), stored, audit])
  for (const number of Object.values(personalNumbers)) expect(exposed).not.toContain(number)
})

it('FIND-36 stores no personal number in clear in any table', async () => {
  const tables = await sql<{
    name: string
  }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(app.db)
  const found = tables.rows.map(
    ({ name }) => sql`
      select ${name}::text as name from ${sql.table(name)} as t
      where t::text like any(${Object.values(personalNumbers).map((number) => `%${number}%`)}::text[])`,
  )
  const { rows } = await sql`${sql.join(found, sql` union all `)}`.execute(app.db)
  expect(rows).toEqual([])
})

/** Removes the request ID, which differs in each reply. */
function withoutRequestId(text: string): string {
  return text.replace(/"requestId":"[^"]*"/, '')
}

function asText([name, value]: [string, unknown]): [string, string] {
  return [name, String(value)]
}
