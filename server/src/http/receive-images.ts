import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'
import {
  InvalidImageError,
  type Picture,
  type PictureCall,
  type Pictures,
  PicturesUnavailable,
  type SentPicture,
  TooManyPictures,
} from '../rails/images.ts'
import { badRequest, HttpError, tooManyRequests } from './http-error.ts'

const retryAfterSeconds = 10

/** Re-encodes the images sent under `attachments` one after another; throws at the first invalid one. */
export async function receivePictures(
  pictures: Pictures,
  sent: readonly SentPicture[],
  call: PictureCall,
): Promise<Picture[]> {
  try {
    return await pictures.redraw(sent, call)
  } catch (error) {
    if (error instanceof InvalidImageError) throw badRequest(error.message, { attachments: error.message })
    if (error instanceof TooManyPictures) throw tooManyPictures()
    if (error instanceof PicturesUnavailable) {
      throw new HttpError(503, 'unavailable', `${error.message}. Nothing was changed; please try again shortly`, {
        retryAfterSeconds,
      })
    }
    if (call.signal.aborted) throw badRequest('The connection was closed before the images were processed')
    throw error
  }
}

/** Same as `receivePictures`, for images in memory, which are written to disk while they wait for their turn. */
export async function receivePicturesFromMemory(
  pictures: Pictures,
  sent: readonly { name: string; bytes: Buffer }[],
  call: PictureCall,
): Promise<Picture[]> {
  if (sent.length === 0) return []
  const folder = await mkdtemp(join(tmpdir(), 'kobo-upload-'))
  try {
    const written: SentPicture[] = []
    for (const [index, { name, bytes }] of sent.entries()) {
      const path = join(folder, String(index))
      await writeFile(path, bytes, { mode: 0o600 })
      written.push({ name, path })
    }
    return await receivePictures(pictures, written, call)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export function tooManyPictures(): HttpError {
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
