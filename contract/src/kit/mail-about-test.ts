import type { Mode } from './mode.ts'

/** Sentence of an email that is about Test. */
export const aboutTest = 'This message is about test mode, in which no money moves.'

/** Returns the subject of an email about something in a mode, which shows Test. */
export function subjectIn(mode: Mode, subject: string): string {
  return mode === 'SANDBOX' ? `[Test] ${subject}` : subject
}
