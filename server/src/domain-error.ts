/**
 * Why a verb of the engine did nothing, in a sentence; nothing was written. `not_found` has the record's name for its message;
 * `field` is what was filled in wrongly.
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
