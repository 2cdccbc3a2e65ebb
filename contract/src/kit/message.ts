import { paragraph, text } from './text.ts'

/** Limits for the images of a dispute or message: ten, each below 10 MB. */
export const attachmentLimits = { max: 10, maxBytes: 9_999_999 } as const

/** Fields of a message from either side of a conversation. */
export const messageText = {
  subject: text(200, 'Subject is required'),
  message: paragraph(5000, 'Message is required'),
}
