/** Reason why the server cannot start, as one sentence for the operator; printed without a stack. */
export class StartupError extends Error {
  override name = 'StartupError'
}
