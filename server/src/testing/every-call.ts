import { contract } from '@kobo/contract'
import { chargeGroups } from '@kobo/contract/charges'
import type { Call } from '@kobo/contract/kit/call'
import { lagosDay } from '@kobo/contract/kit/day'
import { recordIds } from '@kobo/contract/kit/id'
import type { Mode } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import { batchReference, type Records } from './some-records.ts'
import { z } from 'zod'
import type { Database } from '../db/database.ts'

const areas: Record<string, Record<string, Call>> = contract

/** Every call of the contract with its method and path. */
export const everyCall = Object.values(areas)
  .flatMap((area) => Object.values(area))
  .map((call): [string, Call] => [`${call.method} ${call.path}`, call])

/** Returns every field of a call's query and body. */
export function fieldsOf(call: Call): [string, z.core.$ZodType][] {
  return [call.query, call.body].flatMap((schema) => (schema ? entries(schema.shape) : []))
}

function entries(shape: z.core.$ZodShape): [string, z.core.$ZodType][] {
  return Object.keys(shape).flatMap((name) => (shape[name] === undefined ? [] : [[name, shape[name]]]))
}

/** Returns the kind of record that an id field refers to, undefined for any other field. */
export function recordOf(schema: z.core.$ZodType): string | undefined {
  return recordIds.get(schema)?.record
}

/** Optional fields that these tests send nevertheless. */
const usefulOptions = new Set(['startDate', 'endDate', 'isRefundEnabled', 'role', 'reason'])

/** Fields whose meaning in these calls differs from other calls. */
const ofOneCall: Record<string, Record<string, unknown>> = {
  'POST /dispute': { amount: '1' },
  'PATCH /dispute/status': { status: 'CLOSED', reason: 'The holder asks' },
  'PATCH /dispute/conversation/status': { status: 'DISABLED' },
  'PATCH /admin/service/status': { status: 'INACTIVE' },
  'POST /admin/merchant/status': { status: 'INACTIVE' },
  'POST /admin/merchant/freeze': { scope: ['ALL'] },
  'POST /admin/account/freeze': { scope: ['ALL'] },
  'POST /admin/roles': { name: 'Night desk', rights: [{ permission: 'team.read' }] },
  'PATCH /admin/role': { version: 1 },
  'POST /admin/work-items/snooze': { until: '2100-01-01T00:00:00Z' },
  'POST /admin/work-items/assign': { itemIds: ['01958c00-0000-7000-8000-00000000000f'] },
  'POST /admin/work-items/reassign': { holderId: '01958c00-0000-7000-8000-00000000000f' },
  'PATCH /admin/work-items/clock': {
    kind: 'CONTACT',
    minutes: 480,
    counts: 'BUSINESS',
    warnAt: 75,
    leaseMinutes: 60,
  },
  'PUT /admin/work-items/hours': { hours: [{ weekday: 1, from: '08:00', until: '17:00' }], holidays: [] },
  'POST /admin/messages': { recipient: 'MERCHANT' },
  'POST /admin/views': { name: 'Mine', scope: 'PERSONAL', call: '/merchant', query: { filters: {} } },
  'PATCH /admin/views': { version: 1 },
  'PUT /admin/view/use': { isDefault: true },
  'PUT /admin/watch': { isWatching: true },
  'PUT /admin/notification/choices': { choices: [{ kind: 'CHANGE', choice: 'DAILY' }] },
  'POST /admin/job/revive': { kind: 'statement' },
  'POST /user/request/cancel': { call: 'POST /dispute', key: 'a-key-of-nobody' },
  'POST /admin/downloads': {
    list: 'merchants',
    words: [],
    call: '/merchant',
    query: {},
    columns: ['id'],
    format: 'csv',
  },
}

/** Builds a valid request for a call from the ids of these records and the call's required fields. */
export function aRequest(call: Call, mode: Mode, records: Records): Record<string, unknown> {
  const required: Record<string, unknown> = {
    startDate: lagosDay(new Date()),
    endDate: lagosDay(new Date()),
    reason: 'The holder asks',
    field: 'nin',
    text: 'adire',
    batchReference: batchReference(mode),
    place: 'merchants',
    email: 'nobody@demo.test',
    firstName: 'Bola',
    lastName: 'Ade',
    password: 'Kofi+Ama=2026',
    oldPassword: 'Kofi+Ama=2025',
    transferRoute: 'NIP',
    inviteCode: 'not-a-code',
    code: '123456',
    mode,
    recordType: 'merchant',
    role: 'AUDITOR',
    type: 'transfers',
    data: Object.fromEntries(Object.keys(chargeGroups.transfers.shape).map((name) => [name, 10])),
    isRefundEnabled: true,
    amount: 1,
    retry: true,
    customer: 'Ngozi Eze',
    category: 'SCAM',
    transactionCategory: 'BANK_FUNDING',
    description: 'Never arrived',
    transactionType: 'CREDIT',
    transactionReference: 'KBO-NONE',
    subject: 'Your dispute',
    message: 'What do you say?',
    answer: 'It is on its way',
    ...ofOneCall[`${call.method} ${call.path}`],
  }
  const request: Record<string, unknown> = {}
  for (const [name, schema] of fieldsOf(call)) {
    const record = recordOf(schema)
    const isIncluded = usefulOptions.has(name) || !z.safeParse(schema, undefined).success
    if (record !== undefined) request[name] = records[record]
    else if (isIncluded) request[name] = required[name]
  }
  const problems = [call.query, call.body].map((schema) => schema?.safeParse(pick(request, schema)).error)
  const fault = problems.find((error) => error !== undefined)
  if (fault) throw new Error(`${call.path} has a field without a sample: ${fault.message}`)
  return request
}

function pick(from: Record<string, unknown>, schema: z.ZodObject): Record<string, unknown> {
  return Object.fromEntries(Object.entries(from).filter(([name]) => name in schema.shape))
}

/** Returns a digest of every table except `session`; two digests are equal if nothing changed in between. */
export async function everyRow(db: Database): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = 'public' and tablename <> 'session'`.execute(db)
  const states = tables.rows.map(
    ({ name }) => sql`
      select ${name}::text as name, count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as state
      from ${sql.table(name)} as t`,
  )
  // Reading the whole demo takes longer than the statement timeout on a busy machine.
  const { rows } = await db.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction)
    return await sql<{ name: string; state: string }>`${sql.join(states, sql` union all `)}`.execute(transaction)
  })
  return Object.fromEntries(rows.map(({ name, state }) => [name, state]))
}
