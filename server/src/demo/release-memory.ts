import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Forces a garbage collection after filling the demo. V8 would keep the memory and let the heap grow to the same size before it
 * collects.
 */
export function giveMemoryBack(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc()')
}
