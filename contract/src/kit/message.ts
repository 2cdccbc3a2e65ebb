import { paragraph, text } from './text.ts'

/** Pictures of a dispute or a message: as many, and each of less than 10 MB. */
export const attachmentLimits = { max: 10, maxBytes: 9_999_999 } as const

/** What both sides of a conversation send. */
export const messageText = {
  subject: text(200, 'Subject is required'),
  message: paragraph(5000, 'Message is required'),
}
