import { uuidv7 } from '../uuid.ts'

/** An id whose time is this instant, as tables ask for it. */
export function idAt(at: string | Date): string {
  return uuidv7(new Date(at).getTime())
}
