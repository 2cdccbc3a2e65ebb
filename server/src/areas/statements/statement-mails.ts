import { lagosTime } from '@kobo/contract/kit/day'
import { linkDays } from '@kobo/contract/statements'
import type { StatementHead } from './statement.ts'

/** Email to the operator, without its greeting. */
export interface StatementMail {
  subject: string
  lines: string[]
}

const dayMs = 86_400_000

/** How long the links of an email are valid. */
export const mailedForMs = linkDays * dayMs

/** Email with the links of a statement. A long one has no PDF. */
export function readyMail(head: StatementHead, link: { pdf: string | null; csv: string }): StatementMail {
  const { businessName, accountNumber, startDay, endDay } = head
  return {
    subject: `Statement of ${businessName}`,
    lines: [
      `the statement of ${businessName}, account ${accountNumber}, from ${startDay} to ${endDay} is ready.`,
      '',
      link.pdf === null ? 'It has too many movements for a PDF, so it is available as CSV only.' : `PDF: ${link.pdf}`,
      `CSV: ${link.csv}`,
      '',
      'The links work for seven days. Anyone who has them can open the statement, so do not pass them on.',
    ],
  }
}

/** Email for a statement that could not be generated. */
export function failureMail({
  start_day,
  end_day,
  csv,
}: {
  start_day: string
  end_day: string
  csv: { name: string }
}) {
  return {
    subject: 'Your statement could not be generated',
    lines: [
      `the statement from ${start_day} to ${end_day} (${csv.name}) could not be generated after several attempts.`,
      '',
      'Please request it again in the console. If that fails too, contact your administrator.',
    ],
  }
}

const spelled = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

function spelledDay(day: string): string {
  return spelled.format(new Date(`${day}T00:00:00Z`))
}

/** Subject and text of the message to a merchant, as it is stored: without the link. */
export function statementText({ startDate, endDate }: { startDate: string; endDate: string }) {
  const days = `${spelledDay(startDate)} to ${spelledDay(endDate)}`
  return { subject: `Statement, ${days}`, text: `Here is the statement of your account, ${days}.` }
}

/** The link in the email. */
export function linkText(url: string, expiresAt: Date): string {
  return `${url}\n\nThe link works until ${lagosTime(expiresAt)}. Anyone who has it can open the statement, so do not pass it on.`
}
