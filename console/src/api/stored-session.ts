import { mode } from '@kobo/contract/kit/mode'
import { z } from 'zod'
import { storageKey } from './early-reads.ts'

const schema = z.object({ token: z.string(), sessionId: z.string(), mode })

/** Part of the session that survives a reload. */
export type StoredSession = z.infer<typeof schema>

export function readStoredSession(): StoredSession | null {
  const text = localStorage.getItem(storageKey)
  if (text === null) return null
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

export function storeSession(session: StoredSession): void {
  localStorage.setItem(storageKey, JSON.stringify(session))
}

/** Removes the data of the person who signs out: the session and remembered searches. */
export function clearPerson(): void {
  for (const key of Object.keys(localStorage)) {
    if (key === storageKey || key.endsWith('.search')) localStorage.removeItem(key)
  }
}
