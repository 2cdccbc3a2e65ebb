import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Gives back what making the world took. The engine would keep it, and let everything that comes afterwards grow as large before
 * it tidies up.
 */
export function giveMemoryBack(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc()')
}
