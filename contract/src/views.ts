import { z } from 'zod'
import { call } from './kit/call.ts'
import { filterId, id } from './kit/id.ts'
import { pageSizes } from './kit/page.ts'
import { text } from './kit/text.ts'

/** `PERSONAL` is listed for its owner only, `TEAM` for everybody who may read the list. */
export const viewScopes = ['PERSONAL', 'TEAM'] as const

/** Days that are relative to the day on which a view is opened. */
export const viewDays = ['TODAY', 'YESTERDAY', 'THIS_WEEK', 'LAST_7_DAYS', 'LAST_MONTH'] as const
export type ViewDays = (typeof viewDays)[number]

/** Most personal views of a person in all lists, and most views of the team. */
export const maxPersonalViews = 50
export const maxTeamViews = 200

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
  version: z.number().int(),
  owner: z.object({ id: z.string(), name: z.string() }),
  isOwn: z.boolean(),
  /** Whether the operator may change and remove it. */
  mayChange: z.boolean(),
  changedAt: z.string(),
  changedBy: z.object({ id: z.string(), name: z.string() }),
})

export type View = z.infer<typeof view>

const one = z.object({ view })

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
    }),
    reply: one,
  }),
  use: call({
    ...own,
    method: 'PUT',
    path: '/admin/view/use',
    effect: 'write',
    summary: 'Begin the list of a view with it, for the caller only, or as the list begins for everybody',
    body: z.strictObject({ viewId, isDefault: z.boolean('Choose whether it is the default') }),
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
