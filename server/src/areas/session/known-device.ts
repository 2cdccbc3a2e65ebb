import { createHmac, randomBytes } from 'node:crypto'
import type { PublicContext } from '../../http/handler.ts'
import { sameText, sha256Hex } from '../../http/signature.ts'

/** Whose device it is. Another password makes all devices strangers again. */
export interface DeviceOwner {
  id: string
  password_hash: string | null
}

/** The cookie of a device that this person has just proved to be theirs; it keeps its id where it was known before. */
export function deviceCookie(context: PublicContext, owner: DeviceOwner): string {
  const id = knownDevice(context, owner) ?? randomBytes(16).toString('base64url')
  return `${id}.${macOf(context, id, owner)}`
}

/** The id of the device that asks, if this person has signed in with it. */
export function knownDevice(context: PublicContext, owner: DeviceOwner | null): string | null {
  const [id = '', mac = ''] = (context.caller.device ?? '').split('.')
  const right = sameText(mac, macOf(context, id, owner ?? { id: '', password_hash: null }))
  return right && owner !== null ? id : null
}

function macOf({ settings }: PublicContext, deviceId: string, owner: DeviceOwner): string {
  const password = sha256Hex(owner.password_hash ?? '')
  return createHmac('sha256', settings.secret).update(`device ${deviceId} ${owner.id} ${password}`).digest('base64url')
}
