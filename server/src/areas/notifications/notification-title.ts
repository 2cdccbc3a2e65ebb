import { auditActions } from '@kobo/contract/kit/audit-actions'
import { isNotificationKind, type NotificationKind } from '@kobo/contract/kit/notification-kinds'
import { isRecordType, recordKinds } from '@kobo/contract/kit/record-kinds'
import { statusText } from '../../engine/disputes/dispute-messages.ts'
import { labelOf } from '../../engine/work-items/claims.ts'

/** What a notification says, with the names of those concerned as they are now. */
export interface Told {
  kind: string
  record_type: string
  facts: unknown
  /** Colleague who did it. */
  by_name: string | null
  merchant_name: string | null
  record_name: string | null
}

interface Facts {
  action?: unknown
  step?: unknown
  status?: unknown
  kind?: unknown
  name?: unknown
  count?: unknown
}

const titles: Readonly<Record<string, string>> = auditActions

type Sentence = (told: { by: string; record: string; merchant: string; facts: Facts }) => string

const sentences: Readonly<Record<NotificationKind, Sentence>> = {
  MENTION: ({ by, record }) => `${by} mentioned you in a note on ${record}`,
  ASSIGNED: ({ by, facts: { kind, name, count } }) => {
    if (Number(count) !== 1) return `${by} assigned ${Number(count)} items of work to you`
    return `${by} assigned work to you: ${labelOf({ kind: String(kind) })} of ${String(name)}`
  },
  REPLY: ({ merchant, record, facts: { status } }) =>
    typeof status === 'string'
      ? `${merchant} answered: the ${record} is ${statusText(status).toLowerCase()}`
      : `${merchant} sent a message about the ${record}`,
  NOTE: ({ by, record }) => `${by} wrote a note on ${record}`,
  CHANGE: ({ by, record, facts: { action } }) => `${titles[String(action)] ?? String(action)} by ${by}: ${record}`,
  PROGRESS: ({ record, facts: { step, status } }) =>
    typeof step === 'string' ? `${step}: ${record}` : `${statusText(String(status))}: ${record}`,
}

/** Kinds of records that are named after a person or merchant. */
const namedAfter = new Set(['merchant_upgrade', 'wallet_upgrade', 'dispute', 'settlement', 'contact_message'])

/** Returns what happened in one sentence: `Ada Obi mentioned you in a note on Lekki Stores`. */
export function notificationTitle(told: Told): string {
  const { kind, by_name: by, merchant_name: merchant } = told
  if (!isNotificationKind(kind)) return 'Something happened'
  const facts = typeof told.facts === 'object' && told.facts !== null ? (told.facts as Facts) : {}
  const sentence = sentences[kind]({
    by: by ?? 'A colleague',
    record: recordText(told),
    merchant: merchant ?? 'The merchant',
    facts,
  })
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

function recordText({ record_type: type, record_name: name }: Told): string {
  const label = isRecordType(type) ? recordKinds[type].label.toLowerCase() : type
  if (name === null) return `a ${label}`
  if (type === 'merchant') return name
  return namedAfter.has(type) ? `${label} of ${name}` : `${label} ${name}`
}
