import {
  kindsOfNotes,
  type NotificationKind,
  noteWritten,
  unchangingActions,
} from '@kobo/contract/kit/notification-kinds'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { isHeld } from '../../engine/work-items/claims.ts'
import { firstIdAt, isUuid } from '../../uuid.ts'
import { mentionedStaff } from '../notes/mentioned-staff.ts'
import { rolesThatRead } from './readers.ts'

/** Which events are read: those since an instant, or one of them. */
export type Span = { since: Date } | { eventId: string }

/** An event and a person who may have to be notified of it. */
export interface Addressed {
  event_id: string
  staff_id: string
  kind: NotificationKind
  mode: string
  record_type: string
  record_id: string
  /** What it is about, once for each person and kind. */
  source_id: string
  at: string
  facts: unknown
}

interface Source {
  name: string
  /** Query for the columns of `Addressed`, and `actor_id`: the operator who did it. */
  events(db: Database, span: Span, now: Date): Promise<RawBuilder<unknown>> | RawBuilder<unknown>
}

const [mention, note] = kindsOfNotes
const isUuidText = (text: RawBuilder<unknown>) =>
  sql`${text} ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'`

/** Id of a stored text that should be one, null for any other, which must not stop the whole statement. */
const uuidOf = (text: RawBuilder<unknown>) => sql`case when ${isUuidText(text)} then ${text}::uuid end`

/** Condition for events of a relation whose ids begin with the time. */
function isWithin(span: Span, relation: string): RawBuilder<boolean> {
  const id = sql.ref(`${relation}.id`)
  return 'since' in span
    ? sql<boolean>`${id} >= ${firstIdAt(span.since.getTime())}`
    : sql<boolean>`${id} = ${span.eventId}`
}

/** Condition for watches of a record that are not over; names both modes, since the index begins with them. */
function isWatched(type: RawBuilder<unknown>, id: RawBuilder<unknown>, at: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(
    watch.mode in ('PRODUCTION', 'SANDBOX') and watch.record_type = ${type} and watch.record_id = ${id}
    and watch.ended_at is null and watch.since <= ${at})`
}

/** Records that a part belongs to, whose watchers are notified of changes of the part; `part` is the part's own row. */
const wholes: readonly { part: string; table: string; whole: string; id: RawBuilder<unknown> }[] = [
  { part: 'merchant_upgrade', table: 'merchant_upgrade', whole: 'merchant', id: sql`part.merchant_id` },
  { part: 'wallet_upgrade', table: 'wallet_upgrade', whole: 'wallet', id: sql`part.wallet_id` },
  {
    part: 'freeze',
    table: 'account_freeze',
    whole: 'merchant',
    id: sql`case when part.account_id is null then part.merchant_id end`,
  },
  { part: 'freeze', table: 'account_freeze', whole: 'wallet', id: walletOf() },
  {
    part: 'lien',
    table: 'lien',
    whole: 'merchant',
    id: sql`case when part.kind = 'MERCHANT' then part.merchant_id end`,
  },
  { part: 'lien', table: 'lien', whole: 'wallet', id: walletOf() },
  ...['child_account', 'store', 'subaccount'].flatMap((whole) => [
    { part: 'freeze', table: 'account_freeze', whole, id: sql`part.account_id` },
    { part: 'lien', table: 'lien', whole, id: sql`part.account_id` },
  ]),
  { part: 'refund', table: 'refund', whole: 'transaction', id: sql`part.transaction_id` },
  { part: 'dispute', table: 'dispute', whole: 'transaction', id: sql`part.transaction_id` },
]

function walletOf(): RawBuilder<unknown> {
  return sql`(select account.wallet_id from account where account.id = part.account_id and account.kind = 'WALLET')`
}

/** What colleagues changed. */
const changes: Source = {
  name: 'change',
  async events(db, span) {
    const ofWholes = wholes.map(
      ({ part, table, whole, id }) => sql`
        select recent.*, ${sql.lit(whole)}, (${id})::text
        from recent join ${sql.table(table)} as part on part.id = recent.part_id
        where recent.record_type = ${sql.lit(part)}`,
    )
    const partTypes = [...new Set(wholes.map(({ part }) => part))]
    return sql`
      with recent as materialized (
        select audit.id, audit.at, audit.action, audit.record_type, audit.record_id, audit.staff_id,
          case when audit.record_type = any(${partTypes}::text[]) then ${uuidOf(sql`audit.record_id`)} end as part_id
        from audit
        where ${isWithin(span, 'audit')} and audit.staff_id is not null
          and audit.action <> all(${unchangingActions}::text[])
      ), affected as (
        select recent.*, recent.record_type as whole_type, recent.record_id as whole_id from recent
        union all ${sql.join(ofWholes, sql` union all `)}
      )
      select distinct on (affected.id, watch.staff_id)
        affected.id::text as event_id, watch.staff_id, ${'CHANGE' satisfies NotificationKind}::text as kind, watch.mode,
        watch.record_type, watch.record_id, affected.id::text as source_id, affected.at, affected.staff_id as actor_id,
        jsonb_build_object('by', affected.staff_id, 'action', affected.action) as facts
      from affected
      join watch on ${isWatched(sql`affected.whole_type`, sql`affected.whole_id`, sql`affected.at`)}
      join staff on staff.id = watch.staff_id
      -- Who may read a whole may not read every part of it.
      join ${await rolesThatRead(db)} as reader on reader.role = staff.role and reader.record_type = affected.record_type
      -- Of a part and its whole, both of which somebody watches, the part.
      order by affected.id, watch.staff_id, affected.whole_type <> affected.record_type`
  },
}

/** What colleagues noted. Whom a note mentions is notified of the mention alone. */
const writtenNotes: Source = {
  name: 'mention',
  async events(db, span) {
    const written = sql`
      select id, at, mode, staff_id, record_type, record_id, after ->> 'noteId' as note_id
      from audit
      where action = ${noteWritten} and ${isWithin(span, 'audit')} and jsonb_typeof(after -> 'noteId') = 'string'`
    const { rows } = await sql<{ note_id: string }>`select note_id from (${written}) as written`.execute(db)
    const noteIds = rows.map(({ note_id: noteId }) => noteId).filter(isUuid)
    const mentions = [...(await mentionedStaff(db, noteIds))].flatMap(([noteId, staffIds]) =>
      staffIds.map((staffId) => ({ noteId, staffId })),
    )
    return sql`
      with written as materialized (${written}), mention as materialized (
        select * from unnest(
          ${mentions.map(({ noteId }) => noteId)}::text[], ${mentions.map(({ staffId }) => staffId)}::uuid[]
        ) as mention (note_id, staff_id)
      ), addressed as (
        select written.*, mention.staff_id as recipient_id, ${mention}::text as kind
        from written join mention using (note_id)
        union all
        select written.*, watch.staff_id, ${note}::text
        from written join watch on ${isWatched(sql`written.record_type`, sql`written.record_id`, sql`written.at`)}
        where not exists (
          select from mention where mention.note_id = written.note_id and mention.staff_id = watch.staff_id)
      )
      select addressed.id::text as event_id, addressed.recipient_id as staff_id, addressed.kind, addressed.mode, addressed.record_type,
        addressed.record_id, addressed.note_id as source_id, addressed.at, addressed.staff_id as actor_id,
        jsonb_build_object('by', addressed.staff_id) as facts
      from addressed`
  },
}

/** How long a payment may change without an operator: a card scheme may return a cleared amount months later. */
const paymentLifeMs = 180 * 86_400_000

const paymentEnds = sql`
  select id, transaction_id, created_at, description from activity where category in ('FUND_SUCCESS', 'FUND_FAILED')`

/** How the payments ended that somebody watches and that may still change: not all that were ever watched. */
function recentPaymentEnds(since: Date, now: Date): RawBuilder<unknown> {
  const oldest = firstIdAt(now.getTime() - paymentLifeMs)
  return sql`
    select activity.* from (
      -- Each payment once, however many people watch it. Both modes are named, since the index begins with them.
      select ${uuidOf(sql`record_id`)} as transaction_id
      from (
        select distinct record_id from watch
        where mode in ('PRODUCTION', 'SANDBOX') and record_type = 'transaction' and record_id >= ${oldest} and ended_at is null
      ) as watched
    ) as payment
    join lateral (
      ${paymentEnds} and transaction_id = payment.transaction_id and created_at >= ${since.toISOString()}
      -- Keeps the planner from reading all activities.
      offset 0
    ) as activity on true`
}

/** How payments ended. What an operator's action ended is that operator's change, audited just before. */
const paymentSteps: Source = {
  name: 'payment',
  events: (_db, span, now) => sql`
    select activity.id::text as event_id, watch.staff_id, ${'PROGRESS' satisfies NotificationKind}::text as kind, watch.mode,
      watch.record_type, watch.record_id, activity.id::text as source_id, activity.created_at as at, null::uuid as actor_id,
      jsonb_build_object('step', activity.description) as facts
    from (${'since' in span ? recentPaymentEnds(span.since, now) : sql`${paymentEnds} and id = ${span.eventId}`}) as activity
    join watch on ${isWatched(sql`'transaction'`, sql`activity.transaction_id::text`, sql`activity.created_at`)}
    where not exists (
        select from audit
        where audit.record_type = 'transaction' and audit.record_id = watch.record_id and audit.staff_id is not null
          and audit.at between activity.created_at - interval '1 second' and activity.created_at)`,
}

/** People who watch a dispute, or work on it. */
function recipientsOfDisputes(now: Date): RawBuilder<unknown> {
  return sql`
    select staff_id, mode, ${uuidOf(sql`record_id`)} as dispute_id, since, false as holds
    from watch where record_type = 'dispute' and ended_at is null
    union all
    select claimed_by, mode, ${uuidOf(sql`subject_id`)}, claimed_at, true
    from work_item where closed_at is null and kind = 'DISPUTE' and subject_type = 'dispute' and ${isHeld(now)}`
}

/** What merchants did with disputes, and what happened to them without an operator. */
const disputeSteps: Source = {
  name: 'dispute',
  events: (_db, span, now) => sql`
    select distinct on (step.id, recipient.staff_id)
      step.id::text as event_id, recipient.staff_id, step.kind, recipient.mode, 'dispute' as record_type,
      step.dispute_id::text as record_id, step.id::text as source_id, step.created_at as at, null::uuid as actor_id,
      jsonb_build_object('merchantId', step.merchant_id, 'status', step.status) as facts
    from (${recipientsOfDisputes(now)}) as recipient
    join lateral (
      select id, dispute_id, created_at, merchant_id, status,
        case role when 'MERCHANT' then ${'REPLY' satisfies NotificationKind}::text else ${'PROGRESS' satisfies NotificationKind}::text end as kind
      from dispute_activity
      where dispute_id = recipient.dispute_id and role is distinct from 'ADMIN' and ${isWithin(span, 'dispute_activity')}
    ) as step on step.created_at >= recipient.since
      -- Those who work on it without watching it are notified of answers alone.
      and (not recipient.holds or step.kind = ${'REPLY' satisfies NotificationKind})
    where not exists (
      select from dispute_message
      where dispute_message.dispute_id = step.dispute_id and dispute_message.created_at = step.created_at)`,
}

/** What merchants wrote about disputes. */
const disputeMessages: Source = {
  name: 'message',
  events: (_db, span, now) => sql`
    select distinct on (message.id, recipient.staff_id)
      message.id::text as event_id, recipient.staff_id, ${'REPLY' satisfies NotificationKind}::text as kind, recipient.mode,
      'dispute' as record_type, message.dispute_id::text as record_id, message.id::text as source_id,
      message.created_at as at, null::uuid as actor_id, jsonb_build_object('merchantId', message.merchant_id) as facts
    from (${recipientsOfDisputes(now)}) as recipient
    join lateral (
      select id, dispute_id, created_at, merchant_id from dispute_message
      where dispute_id = recipient.dispute_id and sender_role = 'MERCHANT' and ${isWithin(span, 'dispute_message')}
    ) as message on message.created_at >= recipient.since`,
}

/** What leads assigned: items that were assigned together are one event, which has the id of the first of them. */
const assignments: Source = {
  name: 'work',
  events: (_db, span) => sql`
    select event_id, staff_id, ${'ASSIGNED' satisfies NotificationKind}::text as kind, mode,
      case when count = 1 and subject_type <> 'cause' then subject_type else 'work_item' end as record_type,
      case when count = 1 and subject_type <> 'cause' then subject_id else event_id end as record_id,
      assigned_by || ' ' || floor(extract(epoch from claimed_at) * 1000) as source_id, claimed_at as at,
      assigned_by as actor_id,
      jsonb_build_object('by', assigned_by, 'kind', kind, 'name', name, 'count', count) as facts
    from (
      select min(id::text) as event_id, claimed_by as staff_id, mode, assigned_by, claimed_at, count(*)::int as count,
        min(kind) as kind, min(name) as name, min(subject_type) as subject_type, min(subject_id) as subject_id
      from work_item item
      where closed_at is null and claimed_by is not null and assigned_by is not null and ${
        'since' in span
          ? sql`claimed_at >= ${span.since.toISOString()}`
          : sql`claimed_at = (select one.claimed_at from work_item one where one.id = ${span.eventId})`
      }
      group by claimed_by, mode, assigned_by, claimed_at
    ) as assigned`,
}

/** Everything that makes notifications, in the order of their names. */
export const eventSources: readonly Source[] = [
  changes,
  writtenNotes,
  paymentSteps,
  disputeSteps,
  disputeMessages,
  assignments,
].toSorted((one, other) => (one.name < other.name ? -1 : 1))
