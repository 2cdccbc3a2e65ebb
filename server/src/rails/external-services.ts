import { type Acquirer, openAcquirer } from './acquirer.ts'
import { type Billers, openBillers } from './billers.ts'
import { type Identity, openIdentity } from './identity.ts'
import { openSwitch, type Switch } from './switch.ts'
import { openWebhookSender, type WebhookSender } from './webhooks.ts'
import type { Settings } from '../settings.ts'

/** Clients of the external services. */
export interface ExternalServices {
  /** Null if none is configured: payouts then wait. */
  switch: Switch | null
  identity: Identity | null
  /** Null if none is configured: cards are then not accepted. */
  acquirer: Acquirer | null
  /** Null if none are configured: bills are then not paid. */
  billers: Billers | null
  webhooks: WebhookSender
  /** Base URL behind webhook addresses that begin with `simulator:`, which the demo's merchants use. */
  simulatorUrl: string | null
}

type ExternalServiceSettings = Pick<
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

/** Opens the services that the settings configure; the simulator replaces the others. */
export function openExternalServices(settings: ExternalServiceSettings, simulatorUrl: string | null): ExternalServices {
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
