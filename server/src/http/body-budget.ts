import { pipeline, Transform } from 'node:stream'
import type { preParsingAsyncHookHandler } from 'fastify'
import { HttpError } from './http-error.ts'

const retryAfterSeconds = 10

/**
 * Bounds the memory that the request bodies of a call take together, from their first byte until they are answered. Bytes count
 * as they arrive, so that announcing a body that never comes reserves nothing.
 */
export function bodyBudget(maxBytes: number): preParsingAsyncHookHandler {
  let heldBytes = 0
  return async (request, reply, payload) => {
    if (heldBytes + Number(request.headers['content-length'] ?? 0) > maxBytes) throw noRoom()
    let ownBytes = 0
    reply.raw.once('close', () => {
      heldBytes -= ownBytes
      ownBytes = 0
    })
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        ownBytes += chunk.length
        heldBytes += chunk.length
        done(heldBytes > maxBytes ? noRoom() : null, chunk)
      },
    })
    return pipeline(payload, counted, () => {})
  }
}

function noRoom(): HttpError {
  return new HttpError(
    503,
    'unavailable',
    'Too many large requests are in progress. Nothing was changed; please try again shortly',
    {
      retryAfterSeconds,
    },
  )
}
