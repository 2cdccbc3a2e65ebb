import { z } from 'zod'
import { call } from './kit/call.ts'
import { viewDays } from './kit/date-presets.ts'
import { filterId, id } from './kit/id.ts'
import { pageSizes } from './kit/page.ts'
import { text } from './kit/text.ts'

/** `PERSONAL` is listed for its owner only, `TEAM` for everybody who may read the list. */
export const viewScopes = ['PERSONAL', 'TEAM'] as const

/** Most personal views of a person in all lists, and most views of the team. */
export const maxPersonalViews = 50
export const maxTeamViews = 200
/** Most views that a person pins. */
export const maxPinnedViews = 12

const own = { permission: 'own', addition: true } as const
const viewId = id('view')
const maybe = z.string().nullish()

/** Name of the list in the console. */
const place = text(100, 'List is required')
const name = text(60, 'Name is required')
const scope = z.enum(viewScopes, 'Choose who sees the view')
const days = z.enum(viewDays, 'Unknown days').nullable()
const version = z.number('Version is required').int('Version must be a whole number').min(1).max(2_147_483_647)

const maxFilters = 30

/** What a list shows, without the page. Of filters that the list does not know any longer, none is applied. */
const query = z.strictObject({
  search: text(200).optional(),
  perPage: z.literal(pageSizes, 'Unknown page size').optional(),
  filters: z
    .record(z.string().regex(/^\w{1,40}$/, 'Unknown filter'), text(200))
    .refine((filters) => Object.keys(filters).length <= maxFilters, `Use at most ${maxFilters} filters`),
})

/** How the console shows the list, and the filters with which its call is made, without the page and relative days. */
const source = z.strictObject({
  address: z
    .string('Address is required')
    .max(200, 'Address is too long')
    .regex(/^(\/[\w-]+)+(\?status=[\w-]+)?$/, 'Address must be a page of the console'),
  request: z
    .record(z.string().regex(/^\w{1,40}$/, 'Unknown filter'), z.string().max(200, 'Filter is too long'))
    .refine((filters) => Object.keys(filters).length <= maxFilters, `Use at most ${maxFilters} filters`),
})

export type ViewSource = z.infer<typeof source>

/** Columns by their titles, as the list names them; titles that it does not know any longer hide nothing. */
const look = z.strictObject({
  hidden: z.array(text(100, 'Column is required')).max(60, 'Hide at most 60 columns'),
  density: z.enum(['comfortable', 'compact'], 'Unknown density'),
})

export type ViewLook = z.infer<typeof look>

/** Reads a stored look; null if there is none, or one that no release wrote. */
export const storedLook = look.nullable().catch(null)

/** Reads a stored source; null if there is none, or one that no release wrote. */
export const storedSource = source.nullable().catch(null)

export type ViewQuery = z.infer<typeof query>

/** Reads a stored query; one that no release wrote shows the whole list. */
export const storedQuery = query.catch({ filters: {} })

const view = z.object({
  id: z.string(),
  name: z.string(),
  scope: z.string(),
  query: z.object({
    search: maybe,
    perPage: z.number().int().nullish(),
    filters: z.record(z.string(), z.string()),
  }),
  /** Replaces the dates of the filters. */
  days: maybe,
  /** Null for a view that leaves columns and density to whoever opens it. */
  look: z.object({ hidden: z.array(z.string()), density: look.shape.density }).nullish(),
  version: z.number().int(),
  owner: z.object({ id: z.string(), name: z.string() }),
  isOwn: z.boolean(),
  /** Whether the operator pinned it. */
  isPinned: z.boolean(),
  /** Whether its rows can be counted outside its list, and so be pinned. */
  isPinnable: z.boolean(),
  /** Whether the operator may change and remove it. */
  mayChange: z.boolean(),
  changedAt: z.string(),
  changedBy: z.object({ id: z.string(), name: z.string() }),
})

export type View = z.infer<typeof view>

const one = z.object({ view })

/** Pinned view, with the number of its rows in this mode. */
const pinnedView = z.object({
  id: z.string(),
  name: z.string(),
  place: z.string(),
  /** Address of its list in the console. */
  address: z.string(),
  /** Rows that it lists now; null if they could not be counted. */
  total: z.number().int().nullable(),
  /** Whether there are more rows than `total`. */
  isMore: z.boolean(),
  /** Why the rows could not be counted: the list took too long, no longer accepts the filters, or failed. */
  problem: z.enum(['SLOW', 'FILTERS', 'FAILED']).nullable(),
})

export type PinnedView = z.infer<typeof pinnedView>

/** Saved views of lists. They belong to neither mode: a view is a query, not its result. */
export const views = {
  list: call({
    ...own,
    method: 'GET',
    path: '/admin/views',
    effect: 'read',
    summary: "List the caller's views of a list of the console and those of the team, and the view of a link",
    query: z.object({ place, viewId: filterId('view') }),
    reply: z.object({ views: z.array(view) }),
  }),
  counts: call({
    ...own,
    method: 'GET',
    path: '/admin/views/counts',
    effect: 'read',
    summary:
      'Count the rows of the views that the caller pinned, in the order in which they were pinned. A count is up to 30 seconds old; none takes longer than 60 ms',
    reply: z.object({ views: z.array(pinnedView) }),
  }),
  create: call({
    ...own,
    method: 'POST',
    path: '/admin/views',
    effect: 'write',
    summary: 'Save a view of a list that the caller may read; one of the team requires the right to share',
    body: z.strictObject({
      place,
      /** Path of the list's call. */
      call: text(200, 'Call is required'),
      name,
      scope,
      query,
      days: days.optional(),
      look: look.optional(),
      /** Absent for a list on the page of a record. */
      source: source.optional(),
    }),
    reply: one,
  }),
  change: call({
    ...own,
    method: 'PATCH',
    path: '/admin/views',
    effect: 'write',
    summary: 'Rename, share or replace a view as it was at a version',
    body: z.strictObject({
      viewId,
      version,
      name: name.optional(),
      /** A view of the team stays one. */
      scope: z.literal('TEAM', 'A view of the team cannot become personal').optional(),
      query: query.optional(),
      /** Null for the dates of the filters. */
      days: days.optional(),
      look: look.optional(),
      /** Replaces the former one if there is a query. */
      source: source.optional(),
    }),
    reply: one,
  }),
  use: call({
    ...own,
    method: 'PUT',
    path: '/admin/view/use',
    effect: 'write',
    summary:
      'Begin the list of a view with it, or pin the view, for the caller only; or no longer. At most 12 views are pinned',
    body: z.strictObject({
      viewId,
      isDefault: z.boolean('Choose whether it is the default').optional(),
      isPinned: z.boolean('Choose whether it is pinned').optional(),
    }),
    /** View with which each list begins for the caller, by the list's name. */
    reply: z.object({ listDefaults: z.record(z.string(), z.string()) }),
  }),
  remove: call({
    ...own,
    method: 'DELETE',
    path: '/admin/views',
    effect: 'write',
    summary: 'Remove a view, for everybody if it is one of the team',
    query: z.object({ viewId }),
    reply: z.object({}),
  }),
}
