import { uuidv7 } from '../uuid.ts'

/** Returns a UUIDv7 whose timestamp is this instant. */
export function idAt(at: string | Date): string {
  return uuidv7(new Date(at).getTime())
}
