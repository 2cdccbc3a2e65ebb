import { lagosTime } from '@kobo/contract/kit/day'
import type { Mode } from '@kobo/contract/kit/mode'
import { isWorkKind, maxAssigned, maxSnoozeDays, type WorkKind, workKinds } from '@kobo/contract/kit/work-kinds'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Database, Transaction } from '../../db/database.ts'
import { fullName } from '../../db/full-name.ts'
import type { WorkItem } from '../../db/tables.ts'
import { DomainError } from '../../domain-error.ts'
import { kyc } from './kinds/kyc.ts'
import { workSources } from './sources.ts'
import { updateItems } from './update-items.ts'
import { withSavepoint } from './with-savepoint.ts'
import type { WorkSource } from './work-source.ts'

export type WorkItemRow = Selectable<WorkItem>

/** Operator who works on items of these kinds. */
export interface Worker {
  staffId: string
  mode: Mode
  kinds: readonly WorkKind[]
  now: Date
}

const dayMs = 86_400_000

/** Columns of an item that nobody has. */
export const noClaim = sql`claimed_by = null, claimed_at = null, claimed_until = null, assigned_by = null`

/** Condition for items that somebody has: assigned, or with a lease that is not over. */
export function isHeld(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(claimed_by is not null and (claimed_until is null or claimed_until > ${now.toISOString()}))`
}

/** Condition for items that are put off. */
export function isSnoozed(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(snoozed_until is not null and snoozed_until > ${now.toISOString()})`
}

/** End of a lease that begins or is renewed now. */
function leaseEnd(now: Date): RawBuilder<string> {
  return sql<string>`(${now.toISOString()}::timestamptz + (
    select lease_minutes from work_clock clock where clock.kind = work_item.kind and clock.mode = work_item.mode
  ) * interval '1 minute')`
}

/** Locks an open item of the operator's kinds. Throws a `DomainError` if it is done or unknown. */
async function lockItem(db: Transaction, { mode, kinds }: Worker, itemId: string): Promise<WorkItemRow> {
  const item = await db
    .selectFrom('work_item')
    .selectAll()
    .where('id', '=', itemId)
    .where('mode', '=', mode)
    .where('kind', 'in', kinds.length === 0 ? [''] : [...kinds])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!item) throw new DomainError('not_found', 'This work item')
  if (item.closed_at !== null) throw new DomainError('conflict', 'This is already done')
  return item
}

/** Claims an item that nobody else has, and ends its snooze. */
export async function claimItem(db: Transaction, worker: Worker, itemId: string): Promise<WorkItemRow> {
  const item = await lockItem(db, worker, itemId)
  const holder = await holderOf(db, item, worker.now)
  if (holder !== null && holder.id !== worker.staffId) throw new DomainError('conflict', heldSentence(holder, item))
  return await setClaim(db, worker, item.id)
}

/** Query for the free item that is due first of those that the operator did not skip. */
export function nextFree({ staffId, mode, kinds, now }: Worker): RawBuilder<WorkItemRow> {
  return sql<WorkItemRow>`
    select * from work_item
    where mode = ${mode} and closed_at is null and kind = any(${kinds}::text[])
      and not ${isHeld(now)} and not ${isSnoozed(now)}
      and not exists (select from work_skip where item_id = work_item.id and staff_id = ${staffId})
    order by due_at, id
    limit 1`
}

/** Claims the free item that is due first, skipping those whose work is done or that others are claiming; null if there is none. */
export async function claimNext(db: Transaction, worker: Worker): Promise<WorkItemRow | null> {
  for (;;) {
    const { rows } = await sql<WorkItemRow>`${nextFree(worker)} for no key update skip locked`.execute(db)
    const [item] = rows
    if (!item) return null
    if (await isStillOpen(db, item, worker.now)) return await setClaim(db, worker, item.id)
  }
}

/** Whether the record of a locked item still requires work, or cannot be asked; closes the item if it does not. */
async function isStillOpen(db: Transaction, item: WorkItemRow, now: Date): Promise<boolean> {
  const source = workSources.find(({ kind }) => kind === item.kind)
  // How many share a cause is counted every few seconds.
  if (!source || item.subject_type === 'cause') return true
  const subjects = subjectOf(source, item.subject_id)
  const error = await withSavepoint(db, () => updateItems(db, source, { now, ...(subjects && { subjects }) }))
  if (error !== undefined) return true
  const open = db.selectFrom('work_item').select('id').where('id', '=', item.id).where('closed_at', 'is', null)
  return (await open.executeTakeFirst()) !== undefined
}

function subjectOf({ kind, touched }: WorkSource, id: string): RawBuilder<unknown> | undefined {
  return touched[workKinds[kind].record]?.(sql.val([id]))
}

async function setClaim(db: Transaction, { staffId, now }: Worker, itemId: string): Promise<WorkItemRow> {
  const { rows } = await sql<WorkItemRow>`
    update work_item set
      claimed_at = case when claimed_by = ${staffId} and ${isHeld(now)} then claimed_at else ${now.toISOString()} end,
      claimed_until = case when assigned_by is not null and claimed_by = ${staffId} then null else ${leaseEnd(now)} end,
      assigned_by = case when claimed_by = ${staffId} then assigned_by end,
      claimed_by = ${staffId},
      snoozed_at = null,
      snoozed_until = null
    where id = ${itemId}
    returning *`.execute(db)
  const [item] = rows
  if (!item) throw new Error('A locked work item disappeared')
  return item
}

/** Gives the KYC item of a merchant to the operator who reviews it, whoever had it. */
export async function claimReview(db: Transaction, worker: Omit<Worker, 'kinds'>, merchantId: string): Promise<void> {
  const { mode, now } = worker
  const subjects = subjectOf(kyc, merchantId)
  if (subjects) await updateItems(db, kyc, { now, subjects })
  const item = await db
    .selectFrom('work_item')
    .select('id')
    .where('mode', '=', mode)
    .where('kind', '=', kyc.kind)
    .where('subject_id', '=', merchantId)
    .where('closed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (item) await setClaim(db, { ...worker, kinds: [kyc.kind] }, item.id)
}

/**
 * Skips an item for a reason: it is not offered to the operator again, and released if the operator has it. Returns it with the
 * number of people who skipped it, the operator included; 0 if the operator had skipped it before.
 */
export async function skipItem(
  db: Transaction,
  worker: Worker,
  itemId: string,
  reason: string,
): Promise<{ item: WorkItemRow; skips: number }> {
  const { staffId, now } = worker
  const item = await lockItem(db, worker, itemId)
  const skip = { at: now.toISOString(), reason }
  const earlier = await db.selectFrom('work_skip').select('staff_id').where('item_id', '=', item.id).execute()
  await db
    .insertInto('work_skip')
    .values({ item_id: item.id, staff_id: staffId, ...skip })
    .onConflict((other) => other.columns(['item_id', 'staff_id']).doUpdateSet(skip))
    .execute()
  await sql`update work_item set ${noClaim} where id = ${item.id} and claimed_by = ${staffId}`.execute(db)
  return { item, skips: earlier.some(({ staff_id }) => staff_id === staffId) ? 0 : earlier.length + 1 }
}

/** Releases one item; somebody else's only as a lead. */
export async function releaseItem(
  db: Transaction,
  worker: Worker & { isLead: boolean },
  itemId: string,
  note: string | null,
): Promise<WorkItemRow> {
  const item = await lockItem(db, worker, itemId)
  const holder = await holderOf(db, item, worker.now)
  if (holder === null) throw new DomainError('conflict', 'Nobody has this item')
  if (holder.id !== worker.staffId && !worker.isLead) throw new DomainError('conflict', heldSentence(holder, item))
  await sql`update work_item set ${noClaim}, note = coalesce(${note}, note) where id = ${item.id}`.execute(db)
  return item
}

/** Releases everything that an operator has in a mode, with one note. */
export async function handOver(
  db: Transaction,
  { staffId, mode, now }: Worker,
  note: string | null,
): Promise<WorkItemRow[]> {
  const { rows } = await sql<WorkItemRow>`
    update work_item set ${noClaim}, note = coalesce(${note}, note)
    where closed_at is null and claimed_by = ${staffId} and mode = ${mode} and ${isHeld(now)}
    returning *`.execute(db)
  return rows
}

/** Ends the leases of an operator who signs out; what a lead assigned stays assigned. */
export async function endLeases(db: Transaction, staffId: string): Promise<void> {
  await sql`
    update work_item set ${noClaim}
    where closed_at is null and claimed_by = ${staffId} and claimed_until is not null`.execute(db)
}

/** Renews the leases of an operator on records that they wrote; one that is over is taken again if nobody else has taken it. */
export async function renewLeases(
  db: Transaction,
  { staffId, now }: Pick<Worker, 'staffId' | 'now'>,
  touched: readonly { kind: WorkKind; subjects: RawBuilder<unknown> }[],
): Promise<void> {
  const isTouched = touched.map(
    ({ kind, subjects }) => sql`(kind = ${kind} and subject_id in (select id::text from (${subjects}) chosen (id)))`,
  )
  await sql`
    update work_item set claimed_until = ${leaseEnd(now)}
    where closed_at is null and claimed_by = ${staffId} and claimed_until is not null
      and (${sql.join(isTouched, sql` or `)})`.execute(db)
}

/** Releases what the people of a role have of some kinds. */
export async function endClaimsOfRole(db: Transaction, roleId: string, kinds: readonly WorkKind[]): Promise<void> {
  await sql`
    update work_item set ${noClaim}
    from staff
    where closed_at is null and staff.id = claimed_by and staff.role = ${roleId} and kind = any(${kinds}::text[])`.execute(
    db,
  )
}

export interface Snooze {
  until: Date
  reason: string
}

/** Puts an item off and releases it. Throws a `DomainError` beyond the limits. */
export async function snoozeItem(
  db: Transaction,
  worker: Worker & { isLead: boolean },
  itemId: string,
  { until, reason }: Snooze,
): Promise<WorkItemRow> {
  const { now, staffId, isLead } = worker
  const item = await lockItem(db, worker, itemId)
  if (until <= now) throw new DomainError('refused', 'The end must be in the future', 'until')
  if (until.getTime() - now.getTime() > maxSnoozeDays * dayMs) {
    throw new DomainError('refused', `An item can be snoozed for at most ${maxSnoozeDays} days`, 'until')
  }
  const holder = await holderOf(db, item, now)
  if (holder !== null && holder.id !== staffId && !isLead) throw new DomainError('conflict', heldSentence(holder, item))
  if (until > new Date(item.due_at) && !isLead) {
    const dueText = lagosTime(new Date(item.due_at))
    throw new DomainError('refused', `It is due on ${dueText}: only a lead can snooze it for longer`, 'until')
  }
  await sql`
    update work_item
    set ${noClaim}, snoozed_at = ${now.toISOString()}, snoozed_until = ${until.toISOString()}, note = ${reason}
    where id = ${item.id}`.execute(db)
  return item
}

/** Assigns items that are not done yet to a colleague without a lease, whoever has them. Throws a `DomainError` if there is none. */
export async function assignItems(
  db: Transaction,
  worker: Worker,
  itemIds: readonly string[],
  assignee: Assignee,
): Promise<WorkItemRow[]> {
  const { rows } = await sql<WorkItemRow>`
    select * from work_item
    where id = any(${itemIds}::uuid[]) and mode = ${worker.mode} and kind = any(${worker.kinds}::text[])
    order by id
    for no key update`.execute(db)
  if (rows.length === 0) throw new DomainError('not_found', 'This work item')
  const items = rows.filter(({ closed_at }) => closed_at === null)
  if (items.length === 0) throw new DomainError('conflict', 'This is already done')
  const foreign = items.find(({ kind }) => !assignee.kinds.some((each) => each === kind))
  if (foreign) {
    const label = labelOf(foreign)
    throw new DomainError('refused', `${assignee.name} has no right to work on ${label}`, 'staffId')
  }
  await giveItems(db, worker, items, assignee)
  return items
}

interface Assignee {
  id: string
  name: string
  kinds: readonly WorkKind[]
}

/** Assigns what a colleague has to another one, as far as the other may work on it, first due first. */
export async function reassignItems(
  db: Transaction,
  worker: Worker,
  holderId: string,
  assignee: Assignee,
): Promise<WorkItemRow[]> {
  const kinds = worker.kinds.filter((kind) => assignee.kinds.includes(kind))
  const { rows } = await sql<WorkItemRow>`
    select * from work_item
    where closed_at is null and claimed_by = ${holderId} and ${isHeld(worker.now)}
      and mode = ${worker.mode} and kind = any(${kinds}::text[])
    order by due_at, id
    limit ${maxAssigned}
    for no key update`.execute(db)
  await giveItems(db, worker, rows, assignee)
  return rows
}

async function giveItems(
  db: Transaction,
  { staffId, now }: Worker,
  items: readonly WorkItemRow[],
  assignee: Pick<Assignee, 'id'>,
): Promise<void> {
  await sql`
    update work_item set claimed_by = ${assignee.id}, claimed_at = ${now.toISOString()}, claimed_until = null,
      assigned_by = ${staffId}, snoozed_at = null, snoozed_until = null
    where id = any(${items.map(({ id }) => id)}::uuid[])`.execute(db)
}

interface Holder {
  id: string
  name: string
}

async function holderOf(db: Database, item: WorkItemRow, now: Date): Promise<Holder | null> {
  const isOver = item.claimed_until !== null && new Date(item.claimed_until) <= now
  if (item.claimed_by === null || isOver) return null
  return await db
    .selectFrom('staff')
    .select(['id', fullName('staff').$notNull().as('name')])
    .where('id', '=', item.claimed_by)
    .executeTakeFirstOrThrow()
}

function heldSentence({ name }: Holder, { claimed_at, assigned_by }: WorkItemRow): string {
  const since = claimed_at === null ? '' : ` since ${lagosTime(new Date(claimed_at))}`
  return assigned_by === null ? `${name} has this${since}` : `This is assigned to ${name}${since}`
}

/** Returns the word for an item's kind. */
export function labelOf({ kind }: Pick<WorkItemRow, 'kind'>): string {
  return isWorkKind(kind) ? workKinds[kind].label : kind
}
