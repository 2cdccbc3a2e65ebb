import { newWebhookSecret } from '../rails/webhooks.ts'
import type { Seal } from '../seal.ts'
import type { World } from './world.ts'

/** Adds the webhook endpoints of active merchants, served by the simulator at any address. */
export function addEndpoints({ rows }: World, seal: Seal): void {
  for (const { id, status } of rows.merchant) {
    if (status !== 'ACTIVE') continue
    const url = `simulator:/hooks/${id}`
    rows.webhook_endpoint.push({ merchant_id: id, url, sealed_secret: seal.close(newWebhookSecret()) })
  }
}
