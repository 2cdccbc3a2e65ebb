import { join } from 'node:path'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the bundled scripts, each under its path below server/src. */
    scripts: string
  }
}

/** Returns the bundled file of a server script, named by its path below server/src, ready for node to run. */
export function bundled(script: string, folder = inject('scripts')): string {
  return join(folder, script.replace(/\.ts$/, '.js'))
}
