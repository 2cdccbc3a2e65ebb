/** What keeps the server from starting, as one sentence for whoever starts it; printed without a stack. */
export class StartupError extends Error {
  override name = 'StartupError'
}
