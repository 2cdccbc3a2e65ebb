/**
 * Reason why an engine operation did nothing, as a sentence; nothing was written. The message of `not_found` is the record's
 * name; `field` is the invalid input field.
 */
export class DomainError extends Error {
  readonly code: 'not_found' | 'refused' | 'conflict'
  readonly field: string | undefined

  constructor(code: DomainError['code'], message: string, field?: string) {
    super(message)
    this.code = code
    this.field = field
  }
}
