import { type Acquirer, openAcquirer } from './acquirer.ts'
import { type Billers, openBillers } from './billers.ts'
import { type Identity, openIdentity } from './identity.ts'
import { openSwitch, type Switch } from './switch.ts'
import { openWebhookSender, type WebhookSender } from './webhooks.ts'
import type { Settings } from '../settings.ts'

/** The outside world as this server reaches it. */
export interface ExternalServices {
  /** Null where none is configured: payouts wait then. */
  switch: Switch | null
  identity: Identity | null
  /** Null where none is configured: cards are not taken then. */
  acquirer: Acquirer | null
  /** Null where none are configured: no bills are paid then. */
  billers: Billers | null
  webhooks: WebhookSender
  /** Where the demo's merchants receive webhooks: addresses that begin with `simulator:` mean it. */
  simulatorUrl: string | null
}

type OutsideSettings = Pick<
  Settings,
  | 'switchUrl'
  | 'switchSecret'
  | 'switchTimeoutMs'
  | 'identityUrl'
  | 'acquirerUrl'
  | 'acquirerSecret'
  | 'billersUrl'
  | 'billersSecret'
  | 'webhooksAllowPrivate'
>

/** Opens what the settings name; the simulator stands in for what they do not. */
export function openOutside(settings: OutsideSettings, simulatorUrl: string | null): ExternalServices {
  const { switchSecret, acquirerSecret, billersSecret, switchTimeoutMs: timeoutMs } = settings
  const switchUrl = settings.switchUrl ?? simulatorUrl
  const identityUrl = settings.identityUrl ?? simulatorUrl
  const acquirerUrl = settings.acquirerUrl ?? simulatorUrl
  const billersUrl = settings.billersUrl ?? simulatorUrl
  return {
    switch:
      switchUrl === null
        ? null
        : openSwitch({ url: switchUrl, timeoutMs, ...(switchSecret && { secret: switchSecret }) }),
    identity: identityUrl === null ? null : openIdentity({ url: identityUrl, timeoutMs }),
    acquirer:
      acquirerUrl === null
        ? null
        : openAcquirer({ url: acquirerUrl, timeoutMs, ...(acquirerSecret && { secret: acquirerSecret }) }),
    billers:
      billersUrl === null
        ? null
        : openBillers({ url: billersUrl, timeoutMs, ...(billersSecret && { secret: billersSecret }) }),
    webhooks: openWebhookSender({ allowNonPublic: settings.webhooksAllowPrivate }),
    simulatorUrl,
  }
}
