import { readFile } from 'node:fs/promises'
import { DecoderEnded, openDecoder } from './image-decoder.ts'

/** Image as we store it: re-encoded from its pixels, so that nothing else in the upload is kept. */
export interface Picture {
  name: string
  contentType: string
  bytes: Buffer
}

/** File sent as an image, in a temporary folder of its call. */
export interface SentPicture {
  name: string
  path: string
}

/** A file sent as an image cannot be accepted as one. */
export class InvalidImageError extends Error {}

/** The caller has reached its limit of concurrent calls with images. */
export class TooManyPictures extends Error {}

/** The images of a call cannot be processed now; a later attempt may succeed. */
export class PicturesUnavailable extends Error {}

export interface PictureLimits {
  /** Concurrent calls of one caller. */
  callsOfOne: number
  /** How long a call waits for its turn. */
  waitMs: number
  /** Time limit for decoding the images of one call. */
  decodeMs: number
  /** How long the decoder process is kept without work. */
  idleMs: number
}

export const usualPictureLimits: PictureLimits = { callsOfOne: 2, waitMs: 30_000, decodeMs: 60_000, idleMs: 10_000 }

/** Caller, and the signal that aborts when it disconnects. */
export interface PictureCall {
  caller: string
  signal: AbortSignal
}

/** Re-encodes images, one call after another, in a process separate from the server. */
export interface Pictures {
  /** Whether the caller has reached its limit of concurrent calls. */
  isFull(caller: string): boolean
  /** Re-encodes the images of a call after checking the header of each. */
  redraw(sent: readonly SentPicture[], call: PictureCall): Promise<Picture[]>
  close(): void
}

export function openPictures(limits: PictureLimits = usualPictureLimits): Pictures {
  const decoder = openDecoder(limits.idleMs)
  const turns = openTurns(limits.waitMs)
  const underWay = new Map<string, number>()
  const isFull = (caller: string) => (underWay.get(caller) ?? 0) >= limits.callsOfOne

  const redrawAll = async (sent: readonly SentPicture[], signal: AbortSignal) => {
    const decode = async (action: 'measure' | 'redraw', { name, path }: SentPicture) => {
      const { fault, contentType = '' } = await decoder.ask({ what: action, path }, signal)
      if (fault !== undefined) throw new InvalidImageError(`${name} ${fault}`)
      return contentType
    }
    for (const picture of sent) await decode('measure', picture)
    const redrawn: Picture[] = []
    for (const picture of sent) {
      const contentType = await decode('redraw', picture)
      redrawn.push({ name: picture.name, contentType, bytes: await readFile(`${picture.path}.drawn`) })
    }
    return redrawn
  }

  const redrawInTime = async (sent: readonly SentPicture[], signal: AbortSignal) => {
    const late = AbortSignal.timeout(limits.decodeMs)
    try {
      return await redrawAll(sent, AbortSignal.any([signal, late]))
    } catch (error) {
      if (late.aborted) throw new PicturesUnavailable('The images took too long to process', { cause: error })
      if (error instanceof DecoderEnded) {
        throw new PicturesUnavailable('The images could not be processed', { cause: error })
      }
      throw error
    }
  }

  return {
    isFull,
    async redraw(sent, { caller, signal }) {
      if (sent.length === 0) return []
      if (isFull(caller)) throw new TooManyPictures()
      underWay.set(caller, (underWay.get(caller) ?? 0) + 1)
      try {
        await turns.wait(signal)
        try {
          return await redrawInTime(sent, signal)
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
          abandon(new PicturesUnavailable('Too many images are being processed'))
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
