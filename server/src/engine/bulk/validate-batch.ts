import { setTimeout as sleep } from 'node:timers/promises'
import { type Mode, modeOfRow } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../db/database.ts'
import { transact } from '../../db/transact.ts'
import { newSessionId } from '../../rails/session-id.ts'
import type { Route, Switch } from '../../rails/switch.ts'
import type { Engine } from '../engine.ts'
import type { JobKinds } from '../../jobs/job-kinds.ts'
import { RetryLaterError } from '../../jobs/job-errors.ts'
import { bankLane, type Lane, type Permit } from '../../rails/lanes.ts'
import { routeOf } from '../switch-route.ts'
import { type Account, checkItem, type Finding, findingFromResponse, isSwitchFailure, type Item } from './check-item.ts'

/** Items read per query, and concurrent name enquiries. */
const itemsAtOnce = 1_000
const enquiriesAtOnce = 64
/** Findings written per transaction. */
const findingsAtOnce = 100
/** Well below the time after which a job counts as dead. */
const runMs = 15_000
/** Attempts to enter a full lane. An item that would have to wait for longer is left to the next pass. */
const permitTries = 50
const permitPauseMs = 20
const maxLaneWaitMs = 1_000

const itemColumns = ['id', 'position', 'account_number', 'bank_code', 'amount_kobo'] as const

/**
 * Validates the items of an uploaded batch in file order. Findings are stored every few items, so a crashed pass resumes where it
 * stopped; items without a response are queried again in a later pass. If an enquiry fails as it does without the switch, another
 * one about an item that was answered before decides whether the switch is unavailable or the failed item is the cause.
 */
export async function validateBatch(engine: Engine, job: JobKinds['validate-batch']): Promise<void> {
  const { db, jobs } = engine
  const { batchId, merchantId, attempt } = job
  const batch = await db.selectFrom('bulk_batch').selectAll().where('id', '=', batchId).executeTakeFirst()
  if (batch?.status !== 'UPLOADED') return
  const check = await checker(engine, { batchId, mode: modeOfRow(batch), attempt })
  const deadline = Date.now() + runMs
  for (let { after } = job; ; ) {
    const items = await uncheckedItems(db, batchId, after)
    const reached = await checkInOrder(engine, { batchId, items, check, deadline })
    if (reached.isSwitchDown) throw new RetryLaterError(`Batch ${batch.reference}: no switch`)
    after = reached.position ?? after
    if (reached.isComplete && items.length < itemsAtOnce) break
    if (Date.now() < deadline) continue
    const continuation = { batchId, merchantId, after, attempt }
    await jobs.enqueue(db, 'validate-batch', continuation, { key: `${batchId} ${attempt} ${after}` })
    return
  }
  await transact(db, (transaction) => endPass(engine, transaction, batchId, attempt))
}

type Found = readonly [Item, Finding]

async function checker(engine: Engine, { batchId, mode, attempt }: { batchId: string; mode: Mode; attempt: number }) {
  const { db, clock, outside } = engine
  const repeats = await repeatsIn(db, batchId)
  const routeRow = await db
    .selectFrom('transfer_route')
    .select('route')
    .where('mode', '=', mode)
    .executeTakeFirstOrThrow()
  const route: Route = routeOf(routeRow)
  /** Makes the name enquiry of an item; null if the lane of its bank is open. */
  const enquire = async (to: Switch, { bank, accountNumber }: Account) => {
    const permit = await enterLane(engine, bankLane(route, bank.code, mode))
    if (permit === null) return null
    const enquiry = { mode, sessionId: newSessionId(clock()), bankCode: bank.nipCode, accountNumber }
    const response = await to.nameEnquiry(route, enquiry)
    // A repeated silence about one account says nothing more about its bank.
    permit.leave(response.code !== null ? 'answered' : attempt === 1 ? 'silent' : 'unused')
    return response
  }
  /** Whether the switch responds about an item whose name it has returned before. */
  const respondsAgain = async (to: Switch) => {
    const named = await lastNamed(db, batchId)
    const checked = named && checkItem(named, repeats)
    if (!checked || 'problem' in checked) return false
    const response = await enquire(to, checked.account)
    return response !== null && response.code !== null
  }
  let isAvailable: Promise<boolean> | undefined
  return async (item: Item): Promise<Finding> => {
    const checked = checkItem(item, repeats)
    if ('problem' in checked) return { kind: 'invalid', problem: checked.problem }
    if (outside.switch === null) return { kind: 'away' }
    const response = await enquire(outside.switch, checked.account)
    if (response === null) return { kind: 'open' }
    if (isSwitchFailure(response) && !(await (isAvailable ??= respondsAgain(outside.switch)))) return { kind: 'away' }
    return findingFromResponse(response, checked.account, { attempt, at: clock() })
  }
}

/** Item of a batch whose name the switch has returned last. */
async function lastNamed(db: Database, batchId: string): Promise<Item | undefined> {
  return await db
    .selectFrom('bulk_item')
    .select(itemColumns)
    .where('batch_id', '=', batchId)
    .where('status', '=', 'NEW')
    .where('named_at', 'is not', null)
    .orderBy('named_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Items that repeat the account and amount of an earlier one, with the position of the first. */
async function repeatsIn(db: Database, batchId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; first: number }>`
    select id, first from (
      select id, position, min(position) over (partition by account_number, bank_code, amount_kobo) as first
      from bulk_item where batch_id = ${batchId} and amount_kobo is not null
    ) as item where position > first`.execute(db)
  return new Map(rows.map(({ id, first }) => [id, first]))
}

async function uncheckedItems(db: Database, batchId: string, after: number): Promise<Item[]> {
  return await selectUnchecked(db, batchId)
    .select(itemColumns)
    .where('position', '>', after)
    .orderBy('position')
    .limit(itemsAtOnce)
    .execute()
}

/** Unchecked items: an invalid item has a problem, and a valid one has the status NEW. */
function selectUnchecked(db: Database, batchId: string) {
  return db
    .selectFrom('bulk_item')
    .where('batch_id', '=', batchId)
    .where('status', '=', 'NOT_PROCESSED')
    .where('problem', 'is', null)
}

interface Checking {
  batchId: string
  items: readonly Item[]
  check(item: Item): Promise<Finding>
  /** No further item is started after this instant. */
  deadline: number
}

/** Checks items concurrently and stores findings meanwhile; returns how far it came. */
async function checkInOrder(
  { db }: Engine,
  { batchId, items, check, deadline }: Checking,
): Promise<{ position: number | undefined; isComplete: boolean; isSwitchDown: boolean }> {
  const found: Found[] = []
  const remaining = items.values()
  let position: number | undefined
  let isSwitchDown = false
  let isComplete = true
  let lastWrite: Promise<void> = Promise.resolve()
  const writeNext = (findings: Found[]) => {
    lastWrite = lastWrite.then(() => transact(db, (transaction) => writeFindings(transaction, batchId, findings)))
    return lastWrite
  }
  const checkItems = async () => {
    for (const item of remaining) {
      position = item.position
      const finding = await check(item)
      found.push([item, finding])
      isSwitchDown ||= finding.kind === 'away'
      if (found.length >= findingsAtOnce) await writeNext(found.splice(0))
      if (isSwitchDown || Date.now() >= deadline) {
        isComplete = false
        return
      }
    }
  }
  await Promise.all(Array.from({ length: enquiriesAtOnce }, checkItems))
  await writeNext(found.splice(0))
  return { position, isComplete, isSwitchDown }
}

/** Waits for a slot in a full lane. Returns null if the lane is open (tripped), which leaves the item to the next pass. */
async function enterLane({ lanes }: Engine, lane: Lane): Promise<Permit | null> {
  for (let tries = 0; tries < permitTries; tries++) {
    const entry = lanes.enter([lane])
    if (entry.permit) return entry.permit
    if (entry.waitMs > maxLaneWaitMs) return null
    await sleep(permitPauseMs)
  }
  return null
}

/** Stores findings and counts invalid items once: the second of two concurrent passes changes nothing. */
async function writeFindings(db: Transaction, batchId: string, found: readonly Found[]): Promise<void> {
  const rows = found.flatMap(([item, finding]) => asRow(item, finding) ?? [])
  if (rows.length === 0) return
  await lockBatch(db, batchId)
  const updated = await sql<{ status: string }>`
    update bulk_item set status = found.status, problem = found.problem, warning = found.warning,
      beneficiary_name = coalesce(found.name, beneficiary_name), named_at = found.named_at
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as found (id uuid, status text, problem text, warning text, name text, named_at timestamptz)
    where bulk_item.id = found.id and bulk_item.status = 'NOT_PROCESSED' and bulk_item.problem is null
    returning bulk_item.status`.execute(db)
  const invalid = updated.rows.filter(({ status }) => status === 'NOT_PROCESSED').length
  await db
    .updateTable('bulk_batch')
    .set((row) => ({ invalid_items: row('invalid_items', '+', invalid) }))
    .where('id', '=', batchId)
    .execute()
}

function asRow({ id }: Item, finding: Finding) {
  if (finding.kind === 'invalid') return { id, status: 'NOT_PROCESSED', problem: finding.problem }
  if (finding.kind !== 'valid') return null
  const { warning, accountName: name, namedAt: named_at } = finding
  return { id, status: 'NEW', warning, name, named_at }
}

/** Queues another pass if responses are missing; otherwise starts processing the valid items. */
async function endPass({ jobs, delays }: Engine, db: Transaction, batchId: string, attempt: number): Promise<void> {
  const batch = await lockBatch(db, batchId)
  if (batch?.status !== 'UPLOADED') return
  const { merchant_id: merchantId } = batch
  const open = await selectUnchecked(db, batchId).select('id').limit(1).executeTakeFirst()
  if (open) {
    const retryOptions = { key: `${batchId} ${attempt + 1} 0`, afterSeconds: delays.requerySeconds(attempt) }
    await jobs.enqueue(db, 'validate-batch', { batchId, merchantId, after: 0, attempt: attempt + 1 }, retryOptions)
    return
  }
  const isEmpty = batch.invalid_items === batch.total_items
  const status = isEmpty ? 'COMPLETED' : 'PROCESSING'
  await db.updateTable('bulk_batch').set({ status }).where('id', '=', batchId).execute()
  const first = { batchId, merchantId, round: 0, idle: 0 }
  if (!isEmpty) await jobs.enqueue(db, 'process-batch', first, { key: `${batchId} 0` })
}

/** Locks a batch until the transaction ends; every status change is made under this lock. */
export async function lockBatch(db: Transaction, batchId: string) {
  return await db.selectFrom('bulk_batch').selectAll().where('id', '=', batchId).forUpdate().executeTakeFirst()
}
