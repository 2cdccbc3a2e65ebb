import type { FastifyInstance, FastifyRequest } from 'fastify'
import { asHttpError, sendFailure } from '../http/error-handler.ts'
import { tooManyRequests } from '../http/http-error.ts'
import type { Settings } from '../settings.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a verified call against its signer; throws a 429 above the signer's limit. */
    limitSigner(request: FastifyRequest): Promise<void>
  }
}

/**
 * Limits signed calls per signer, whatever their address. A call whose signature is invalid counts against its address once it
 * has failed, so that a flood of them does not affect valid calls from the same address.
 */
export function limitSigners(scope: FastifyInstance, { perSigner, unsigned }: Settings['limits']): void {
  const bySigner = scope.createRateLimit({
    max: perSigner,
    timeWindow: '1 minute',
    keyGenerator: (request) => request.signedBy?.name ?? '',
  })
  const byAddress = scope.createRateLimit({ max: unsigned, timeWindow: '1 minute' })
  scope.decorate('limitSigner', async (request: FastifyRequest) => {
    const limit = await bySigner(request)
    if (!limit.isAllowed && limit.isExceeded) {
      throw tooManyRequests('Too many calls by this signer. Wait a moment', limit.ttlInSeconds)
    }
  })
  scope.setErrorHandler(async (error, request, reply) => {
    // A server error says nothing about the signature.
    if (request.signedBy === null && asHttpError(error).statusCode < 500) {
      const limit = await byAddress(request)
      if (!limit.isAllowed && limit.isExceeded) {
        const errorText = 'Too many unsigned or wrongly signed calls from this address. Wait a moment'
        return sendFailure(tooManyRequests(errorText, limit.ttlInSeconds), request, reply)
      }
    }
    return sendFailure(error, request, reply)
  })
}
