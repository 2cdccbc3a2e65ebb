/** Something that needs a person, with the runbook to open. */
export interface Problem {
  subject: string
  sentence: string
  /** Name of its page in docs/runbooks. */
  page: string
}
