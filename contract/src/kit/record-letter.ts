import type { Mode } from './mode.ts'
import { aboutTest, subjectIn } from './mail-about-test.ts'

/** Kinds of recipient of a message about a record, and why one of them cannot receive any. */
export const recipientKinds = {
  MERCHANT: { label: 'Merchant', unreachable: 'This merchant has neither an email address nor a webhook' },
  HOLDER: { label: 'Holder', unreachable: 'The email address of the holder is unknown' },
} as const

export type MessageRecipient = keyof typeof recipientKinds

export const messageRecipients = Object.keys(recipientKinds) as [MessageRecipient, ...MessageRecipient[]]

/** What an email about a record is made of. */
export interface RecordLetter {
  mode: Mode
  /** Name of the merchant or of the wallet's holder. */
  name: string
  subject: string
  text: string
  /** Names the record, such as `Transaction KBO-20261127101500-4F7K`; null if it is the recipient's own. */
  about: string | null
  /** First name of whoever writes. */
  sender: string
}

/** Email about a record: it names the record by its reference, and holds neither ids nor notes. */
export function recordLetter({ mode, name, subject, text, about, sender }: RecordLetter) {
  const parts = [
    `Hello ${name},`,
    text,
    about !== null && `About: ${about}`,
    `${sender}, Kobo`,
    mode === 'SANDBOX' && aboutTest,
    'Reply to this email if you have questions.',
  ]
  return {
    subject: subjectIn(mode, subject),
    text: parts.filter((part) => part !== false).join('\n\n'),
  }
}
