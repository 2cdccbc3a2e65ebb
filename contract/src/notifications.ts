import { z } from 'zod'
import { call } from './kit/call.ts'
import { choice } from './kit/choice.ts'
import { id } from './kit/id.ts'
import { notificationChoices, notificationKindNames } from './kit/notification-kinds.ts'
import { paging } from './kit/page.ts'

const own = { permission: 'own', addition: true } as const
const maybe = z.string().nullish()

/** Number from which unread notifications are not counted any further. */
export const mostUnread = 100

const notification = z.object({
  id: z.string(),
  /** One of `notificationKinds`. */
  kind: z.string(),
  /** When it happened. */
  at: z.string(),
  readAt: maybe,
  /** What happened, in one sentence that names the record. */
  title: z.string(),
  /** Record that it is about, with what its address is made of. */
  record: z.object({
    type: z.string(),
    id: z.string(),
    name: maybe,
    merchantId: maybe,
    walletId: maybe,
    parentId: maybe,
  }),
})

export type Notification = z.infer<typeof notification>

const unread = {
  /** Unread ones in this mode, counted up to `mostUnread`. */
  unread: z.number().int(),
  /** Unread ones in the other mode. */
  unreadElsewhere: z.number().int(),
}

const chosen = z.array(
  z.object({
    /** One of `notificationKinds`. */
    kind: z.string(),
    /** One of `notificationChoices`. */
    choice: z.string(),
  }),
)

/** What happened that the caller watches or has to know. What concerns a record that their role may not read any longer is left out. */
export const notifications = {
  list: call({
    ...own,
    method: 'GET',
    path: '/admin/notifications',
    effect: 'read',
    summary: "List the caller's notifications in this mode, newest first, and count the unread ones of both modes",
    query: z.object({
      ...paging,
      state: choice(['UNREAD']),
    }),
    // Not `totalRecords`, by which a list can be exported: they are the caller's own.
    reply: z.object({ total: z.number().int(), notifications: z.array(notification), ...unread }),
  }),
  info: call({
    ...own,
    method: 'GET',
    path: '/admin/notification',
    effect: 'read',
    summary: "Get one of the caller's notifications, to which its email links",
    query: z.object({ notificationId: id('notification') }),
    reply: z.object({ notification }),
  }),
  counts: call({
    ...own,
    method: 'GET',
    path: '/admin/notifications/counts',
    effect: 'read',
    summary: "Count the caller's unread notifications in this mode and in the other, each up to 100",
    reply: z.object(unread),
  }),
  readAll: call({
    ...own,
    method: 'POST',
    path: '/admin/notifications/read',
    effect: 'write',
    summary: "Mark one of the caller's notifications and all earlier ones of this mode as read",
    body: z.strictObject({ upTo: id('notification') }),
    reply: z.object({ read: z.number().int() }),
  }),
  readOne: call({
    ...own,
    method: 'POST',
    path: '/admin/notification/read',
    effect: 'write',
    summary: "Mark one of the caller's notifications as read",
    body: z.strictObject({ notificationId: id('notification') }),
    reply: z.object({ read: z.number().int() }),
  }),
  choices: call({
    ...own,
    method: 'GET',
    path: '/admin/notification/choices',
    effect: 'read',
    summary: 'Get how the caller receives each kind of notification, in both modes',
    reply: z.object({ choices: chosen }),
  }),
  choose: call({
    ...own,
    method: 'PUT',
    path: '/admin/notification/choices',
    effect: 'write',
    summary: 'Choose how the caller receives kinds of notifications; others stay as they are',
    body: z.strictObject({
      choices: z
        .array(
          z.strictObject({
            kind: z.enum(notificationKindNames, 'Unknown kind of notification'),
            choice: z.enum(notificationChoices, 'Choose how to be notified'),
          }),
        )
        .min(1, 'Choose at least one kind')
        .max(notificationKindNames.length, 'Too many kinds')
        .refine((all) => new Set(all.map(({ kind }) => kind)).size === all.length, 'A kind is listed twice'),
    }),
    reply: z.object({ choices: chosen }),
  }),
}
