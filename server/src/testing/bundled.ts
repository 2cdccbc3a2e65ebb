import { join } from 'node:path'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the bundled scripts, each under its path below server/src. */
    scripts: string
  }
}

/** A script of the server, named by its path below server/src, as a file that node runs as it is. */
export function bundled(script: string): string {
  return join(inject('scripts'), script.replace(/\.ts$/, '.js'))
}
