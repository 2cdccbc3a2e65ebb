import type { AuditAction } from './audit-actions.ts'

/** How a person is notified of a kind of event: in the bell alone, by email as well, or not at all. */
export const notificationChoices = ['BELL', 'AT_ONCE', 'HOURLY', 'DAILY', 'OFF'] as const
export type NotificationChoice = (typeof notificationChoices)[number]

interface NotificationKindTraits {
  label: string
  /** Until somebody chooses otherwise. */
  choice: Exclude<NotificationChoice, 'OFF'>
}

const traits = {
  MENTION: { label: 'Somebody mentions you in a note', choice: 'AT_ONCE' },
  ASSIGNED: { label: 'Somebody assigns work to you', choice: 'AT_ONCE' },
  REPLY: { label: 'A merchant answers in a dispute that you watch or work on', choice: 'HOURLY' },
  NOTE: { label: 'A colleague writes a note on a record that you watch', choice: 'BELL' },
  CHANGE: { label: 'A colleague changes a record that you watch', choice: 'BELL' },
  PROGRESS: { label: 'A payment that you watch succeeds or fails, or a dispute progresses', choice: 'BELL' },
} as const satisfies Record<string, NotificationKindTraits>

export type NotificationKind = keyof typeof traits

export const notificationKinds: Readonly<Record<NotificationKind, NotificationKindTraits>> = traits

/** Every kind, in the order of the settings. */
export const notificationKindNames = Object.keys(traits) as [NotificationKind, ...NotificationKind[]]

/** Whether a text is a kind that this release knows. */
export function isNotificationKind(text: string): text is NotificationKind {
  return Object.hasOwn(traits, text)
}

/** Kinds about notes, which only those who may read notes receive. */
export const kindsOfNotes = ['MENTION', 'NOTE'] as const satisfies readonly NotificationKind[]

/** Audited action that kinds about notes follow. */
export const noteWritten = 'note.write' satisfies AuditAction

/** Audited actions that leave the record as it was, or that other kinds are about. */
export const unchangingActions = [
  noteWritten,
  'note.strike',
  'work.claim',
  'work.release',
  'work.skip',
  'work.snooze',
  'work.assign',
  'wallet.reveal',
  'statement.download',
] as const satisfies readonly AuditAction[]
