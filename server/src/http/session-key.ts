import type { Seal } from '../seal.ts'

/** Seals the key that signs a session's requests, bound to the session. */
export function closeSessionKey(seal: Seal, sessionId: string, key: Buffer): string {
  return seal.close(key.toString('base64url'), placeOf(sessionId))
}

export function openSessionKey(seal: Seal, session: { id: string; sealed_key: string }): Buffer {
  return Buffer.from(seal.open(session.sealed_key, placeOf(session.id)), 'base64url')
}

function placeOf(id: string) {
  return { table: 'session', column: 'sealed_key', id }
}
