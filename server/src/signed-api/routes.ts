import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../http/handler.ts'
import { acquirerPaymentCall, cardOutcomeCall } from './acquirer.ts'
import { collectionCall } from './collections.ts'
import { addCheckoutCalls } from './checkouts.ts'
import { addMerchantCalls } from './merchants.ts'
import { limitSigners } from './limit-signers.ts'
import { addSchemeCalls } from './scheme.ts'
import { addRefundCalls } from './refunds.ts'
import { addSignedCall, keepRawBody } from './signed-call.ts'

/** Adds the calls under `/rails` that other machines sign, each with a secret of its own. */
export async function addSignedRoutes(app: FastifyInstance, services: AppDeps): Promise<void> {
  const { railsSecret, acquirerSecret, schemeSecret } = services.settings
  await app.register(async (scope) => {
    keepRawBody(scope)
    limitSigners(scope, services.settings.limits)
    if (railsSecret !== null) addSignedCall(scope, services, collectionCall(services, railsSecret))
    if (acquirerSecret !== null) {
      addSignedCall(scope, services, cardOutcomeCall(services, acquirerSecret))
      addSignedCall(scope, services, acquirerPaymentCall(services, acquirerSecret))
    }
    if (schemeSecret !== null) addSchemeCalls(scope, services, schemeSecret)
    addMerchantCalls(scope, services)
    addCheckoutCalls(scope, services)
    addRefundCalls(scope, services)
  })
}
