/** Ends this program in order when Ctrl-C, the end of its terminal or another program asks for it; further signals change nothing. */
export function endOnSignal(stop: () => Promise<void>, exitCode: number): AbortSignal {
  const ending = new AbortController()
  const end = () => {
    if (ending.signal.aborted) return
    ending.abort()
    void stop().finally(() => process.exit(exitCode))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  return ending.signal
}
