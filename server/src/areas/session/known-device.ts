import { randomBytes } from 'node:crypto'
import type { PublicContext } from '../../http/handler.ts'
import { sameText, sha256Hex } from '../../http/signature.ts'

/** Owner of a device. A new password turns all devices into unknown ones. */
export interface DeviceOwner {
  id: string
  password_hash: string | null
}

/** Returns the cookie of a device that its owner has just verified. A known device keeps its ID. */
export function deviceCookie(context: PublicContext, owner: DeviceOwner): string {
  const id = knownDevice(context, owner) ?? randomBytes(16).toString('base64url')
  return `${id}.${macsOf(context, id, owner)[0]}`
}

/** Returns the ID of the calling device, if this person has signed in with it. */
export function knownDevice(context: PublicContext, owner: DeviceOwner | null): string | null {
  const [id = '', mac = ''] = (context.caller.device ?? '').split('.')
  const macs = macsOf(context, id, owner ?? { id: '', password_hash: null })
  const isAuthentic = macs.some((ours) => sameText(mac, ours))
  return isAuthentic && owner !== null ? id : null
}

/** By each secret, the sealing one first. */
function macsOf({ seal }: PublicContext, deviceId: string, owner: DeviceOwner) {
  const password = sha256Hex(owner.password_hash ?? '')
  return seal.macs(`device ${deviceId} ${owner.id} ${password}`)
}
