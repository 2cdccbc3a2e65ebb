import { readFile } from 'node:fs/promises'
import { DecoderEnded, openDecoder } from './image-decoder.ts'

/** Image as we store it: re-encoded from its pixels, so that nothing else in the upload is kept. */
export interface StoredImage {
  name: string
  contentType: string
  bytes: Buffer
}

/** File sent as an image, in a temporary folder of its call. */
export interface UploadedImage {
  name: string
  path: string
}

/** A file sent as an image cannot be accepted as one. */
export class InvalidImageError extends Error {}

/** The caller has reached its limit of concurrent calls with images. */
export class TooManyImageCalls extends Error {}

/** The images of a call cannot be processed now; a later attempt may succeed. */
export class ImagesUnavailable extends Error {}

export interface ImageLimits {
  /** Concurrent calls of one caller. */
  callsOfOne: number
  /** How long a call waits for its turn. */
  waitMs: number
  /** Time limit for decoding the images of one call. */
  decodeMs: number
  /** How long the decoder process is kept without work. */
  idleMs: number
}

export const defaultImageLimits: ImageLimits = { callsOfOne: 2, waitMs: 30_000, decodeMs: 60_000, idleMs: 10_000 }

/** Caller, and the signal that aborts when it disconnects. */
export interface ImageCall {
  caller: string
  signal: AbortSignal
}

/** Re-encodes images, one call after another, in a process separate from the server. */
export interface ImageReencoder {
  /** Whether the caller has reached its limit of concurrent calls. */
  isFull(caller: string): boolean
  /** Re-encodes the images of a call after checking the header of each. */
  reencode(sent: readonly UploadedImage[], call: ImageCall): Promise<StoredImage[]>
  close(): void
}

export function openImageReencoder(limits: ImageLimits = defaultImageLimits): ImageReencoder {
  const decoder = openDecoder(limits.idleMs)
  const turns = openTurns(limits.waitMs)
  const underWay = new Map<string, number>()
  const isFull = (caller: string) => (underWay.get(caller) ?? 0) >= limits.callsOfOne

  const reencodeAll = async (sent: readonly UploadedImage[], signal: AbortSignal) => {
    const decode = async (action: 'measure' | 'reencode', { name, path }: UploadedImage) => {
      const { fault, contentType = '' } = await decoder.ask({ what: action, path }, signal)
      if (fault !== undefined) throw new InvalidImageError(`${name} ${fault}`)
      return contentType
    }
    for (const image of sent) await decode('measure', image)
    const reencoded: StoredImage[] = []
    for (const image of sent) {
      const contentType = await decode('reencode', image)
      reencoded.push({ name: image.name, contentType, bytes: await readFile(`${image.path}.reencoded`) })
    }
    return reencoded
  }

  const reencodeInTime = async (sent: readonly UploadedImage[], signal: AbortSignal) => {
    const late = AbortSignal.timeout(limits.decodeMs)
    try {
      return await reencodeAll(sent, AbortSignal.any([signal, late]))
    } catch (error) {
      if (late.aborted) throw new ImagesUnavailable('The images took too long to process', { cause: error })
      if (error instanceof DecoderEnded) {
        throw new ImagesUnavailable('The images could not be processed', { cause: error })
      }
      throw error
    }
  }

  return {
    isFull,
    async reencode(sent, { caller, signal }) {
      if (sent.length === 0) return []
      if (isFull(caller)) throw new TooManyImageCalls()
      underWay.set(caller, (underWay.get(caller) ?? 0) + 1)
      try {
        await turns.wait(signal)
        try {
          return await reencodeInTime(sent, signal)
        } finally {
          turns.next()
        }
      } finally {
        const left = (underWay.get(caller) ?? 1) - 1
        if (left === 0) underWay.delete(caller)
        else underWay.set(caller, left)
      }
    },
    close: decoder.close,
  }
}

/** Grants one turn at a time, in the order of the calls. */
function openTurns(waitMs: number) {
  let isBusy = false
  const waiting: (() => void)[] = []
  return {
    /** Resolves when it is the caller's turn; rejects after `waitMs` or when the signal aborts. */
    async wait(signal: AbortSignal): Promise<void> {
      signal.throwIfAborted()
      if (!isBusy) {
        isBusy = true
        return
      }
      await new Promise<void>((resolve, reject) => {
        const leave = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', onAbort)
        }
        const begin = () => {
          leave()
          resolve()
        }
        const abandon = (reason: unknown) => {
          leave()
          waiting.splice(waiting.indexOf(begin), 1)
          reject(reason)
        }
        const onAbort = () => abandon(signal.reason)
        const timer = setTimeout(() => {
          abandon(new ImagesUnavailable('Too many images are being processed'))
        }, waitMs)
        signal.addEventListener('abort', onAbort)
        waiting.push(begin)
      })
    },
    next(): void {
      const begin = waiting.shift()
      if (begin) begin()
      else isBusy = false
    },
  }
}
