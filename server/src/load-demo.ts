import type { Demo } from './demo.ts'
import { StartupError } from './startup-error.ts'

/** Loads the demo, which no other code of the server imports: a server without it starts wherever it is absent. */
export async function loadDemo(): Promise<Demo> {
  try {
    const { demo } = await import('@kobo/demo')
    return demo
  } catch (error) {
    // Not a module that the demo itself lacks.
    const isAbsent =
      error instanceof Error && /^Cannot find (module|package) '(@kobo\/demo'|[^']*\/demo\/)/.test(error.message)
    if (!isAbsent) throw error
    throw new StartupError('The demo is not installed: leave DEMO out, and set DATABASE_URL.')
  }
}
