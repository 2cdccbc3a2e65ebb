import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'
import {
  InvalidImageError,
  type StoredImage,
  type ImageCall,
  type ImageReencoder,
  ImagesUnavailable,
  type UploadedImage,
  TooManyImageCalls,
} from '../rails/images.ts'
import { badRequest, HttpError, tooManyRequests } from './http-error.ts'

const retryAfterSeconds = 10

/** Re-encodes the images sent under `attachments` one after another; throws at the first invalid one. */
export async function receiveImages(
  images: ImageReencoder,
  sent: readonly UploadedImage[],
  call: ImageCall,
): Promise<StoredImage[]> {
  try {
    return await images.reencode(sent, call)
  } catch (error) {
    if (error instanceof InvalidImageError) throw badRequest(error.message, { attachments: error.message })
    if (error instanceof TooManyImageCalls) throw tooManyImageCalls()
    if (error instanceof ImagesUnavailable) {
      throw new HttpError(503, 'unavailable', `${error.message}. Nothing was changed; please try again shortly`, {
        retryAfterSeconds,
      })
    }
    if (call.signal.aborted) throw badRequest('The connection was closed before the images were processed')
    throw error
  }
}

/** Same as `receivePictures`, for images in memory, which are written to disk while they wait for their turn. */
export async function receiveImagesFromMemory(
  images: ImageReencoder,
  sent: readonly { name: string; bytes: Buffer }[],
  call: ImageCall,
): Promise<StoredImage[]> {
  if (sent.length === 0) return []
  const folder = await mkdtemp(join(tmpdir(), 'kobo-upload-'))
  try {
    const written: UploadedImage[] = []
    for (const [index, { name, bytes }] of sent.entries()) {
      const path = join(folder, String(index))
      await writeFile(path, bytes, { mode: 0o600 })
      written.push({ name, path })
    }
    return await receiveImages(images, written, call)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export function tooManyImageCalls(): HttpError {
  return tooManyRequests(
    'Your other requests with images are still being processed. Wait until one completes',
    retryAfterSeconds,
  )
}

/** Returns a signal that aborts when the caller disconnects before it is answered. */
export function untilDisconnected({ raw }: FastifyReply): AbortSignal {
  const disconnected = new AbortController()
  if (raw.destroyed) disconnected.abort()
  raw.once('close', () => {
    if (!raw.writableFinished) disconnected.abort()
  })
  return disconnected.signal
}
