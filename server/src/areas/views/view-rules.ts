import {
  maxPersonalViews,
  maxTeamViews,
  storedLook,
  storedQuery,
  type ViewQuery,
  type ViewSource,
} from '@kobo/contract/views'
import { mask } from '@kobo/contract/kit/text'
import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { HttpError, unprocessable } from '../../http/http-error.ts'
import type { ReadableList } from '../../http/handler.ts'
import type { Staff } from '../../http/staff.ts'
import { isUuid } from '../../uuid.ts'
import { readListFilters } from '../downloads/resolve-list.ts'
import { mayShareViews } from './views.ts'

/** What a view is to be, before it is stored. */
interface Wanted {
  /** Undefined for a new view. */
  id?: string
  ownerId: string
  scope: string
  place: string
  name: string
}

/** Lets one view of these kinds be stored at a time, so that what is checked next still holds. */
export async function lockViews(db: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('list views'))`.execute(db)
}

/** Throws if the owner has another view of this name in the list. */
export async function requireFreeViewName(db: Transaction, { id, ownerId, place, name }: Wanted): Promise<void> {
  const other = await db
    .selectFrom('list_view')
    .select('name')
    .where('owner_id', '=', ownerId)
    .where('place', '=', place)
    .where(({ fn, ref }) => fn('lower', [ref('name')]), '=', sql`lower(${name})`)
    .where('retired_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '!=', id ?? ''))
    .executeTakeFirst()
  if (other) throw unprocessable(`There is a view named ${other.name} already`, { name: 'This name is taken' })
}

/** Throws if there are as many views as are kept, of a person or of the team. */
export async function requireRoom(db: Transaction, { ownerId, scope }: Wanted): Promise<void> {
  const { count } = await db
    .selectFrom('list_view')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('scope', '=', scope)
    .where('retired_at', 'is', null)
    .$if(scope === 'PERSONAL', (query) => query.where('owner_id', '=', ownerId))
    .executeTakeFirstOrThrow()
  const isTeam = scope === 'TEAM'
  if (count < (isTeam ? maxTeamViews : maxPersonalViews)) return
  throw unprocessable(
    isTeam
      ? `The team has ${maxTeamViews} views already. Remove one first`
      : `You have ${maxPersonalViews} views already. Remove one first`,
  )
}

export function requireSharing(staff: Staff): void {
  if (!mayShareViews(staff)) {
    throw new HttpError(403, 'not_permitted', 'Your role does not allow sharing views with the team')
  }
}

/** Throws if a query names what a view must not keep: personal numbers, and in one of the team a merchant of one mode. */
export async function requireKeepable(db: Transaction, scope: string, query: ViewQuery): Promise<void> {
  const values = [query.search ?? '', ...Object.values(query.filters)]
  if (values.some(isPersonalNumber)) throw unprocessable('A view cannot contain a BVN or NIN')
  if (scope !== 'TEAM') return
  const ids = values.filter(isUuid)
  const merchant =
    ids.length > 0 && (await db.selectFrom('merchant').select('id').where('id', 'in', ids).executeTakeFirst())
  if (merchant || query.filters['merchantId']) {
    throw unprocessable('A view of the team cannot contain a merchant, which exists in one mode only')
  }
}

/** Throws if the list's call would not accept a source, or one of the team names a record, which exists in one mode only. */
export function requireCountable(list: ReadableList, { request }: ViewSource, scope: string): void {
  readListFilters(list, request)
  const values = Object.values(request)
  if (values.some(isPersonalNumber)) throw unprocessable('A view cannot contain a BVN or NIN')
  if (scope === 'TEAM' && request['merchantId']) {
    throw unprocessable('A view of the team cannot contain a merchant, which exists in one mode only')
  }
}

/** Eleven digits that are no phone number. */
function isPersonalNumber(value: string): boolean {
  return /^(?!0[789][01])\d{11}$/.test(value.replaceAll(/\s/g, ''))
}

/** Returns a view's state as the audit keeps it. Long numbers are masked, because a search may be for a phone number. */
export function audited(view: { name: string; scope: string; days: string | null; query: unknown; look: unknown }) {
  const { search, perPage, filters } = storedQuery.parse(view.query)
  const look = storedLook.parse(view.look)
  const plain = (value: string) => (/^\+?\d{11,}$/.test(value) ? mask(value) : value)
  return {
    name: view.name,
    scope: view.scope,
    days: view.days,
    search: plain(search ?? ''),
    perPage: perPage ?? null,
    filters: Object.fromEntries(Object.entries(filters).map(([key, value]) => [key, plain(value)])),
    hiddenColumns: look?.hidden.join(', ') ?? null,
    density: look?.density ?? null,
  }
}
