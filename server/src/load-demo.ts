import type { Demo } from './demo.ts'
import { StartupError } from './startup-error.ts'

/** Loads the demo, which no other code of the server imports: a server without it starts wherever it is absent. */
export async function loadDemo(): Promise<Demo> {
  try {
    const { demo } = await import('@kobo/demo')
    return demo
  } catch (error) {
    // Its file is absent, or the workspace; a package that the demo lacks is named by its own error.
    if (!(error instanceof Error && /^Cannot find (module|package '@kobo\/demo')/.test(error.message))) throw error
    throw new StartupError('The demo is not installed: leave DEMO out, and set DATABASE_URL.')
  }
}
