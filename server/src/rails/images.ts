import { readFile } from 'node:fs/promises'
import { DecoderEnded, openDecoder } from './picture-decoder.ts'

/** A picture as we keep it: drawn anew from its pixels, so that nothing else that came with it is kept. */
export interface Picture {
  name: string
  contentType: string
  bytes: Buffer
}

/** A file that was sent as a picture, in a folder of its call. */
export interface SentPicture {
  name: string
  path: string
}

/** Something that was sent as a picture and is none that we keep. */
export class InvalidImageError extends Error {}

/** A caller has as many calls with pictures under way as it may have. */
export class TooManyPictures extends Error {}

/** The pictures of a call could not be drawn now; later they may be. */
export class PicturesUnavailable extends Error {}

export interface PictureLimits {
  /** The calls that one caller may have under way. */
  callsOfOne: number
  /** For how long a call waits for its turn. */
  waitMs: number
  /** For how long the pictures of one call may be decoded. */
  decodeMs: number
  /** For how long the decoder stays without work. */
  idleMs: number
}

export const usualPictureLimits: PictureLimits = { callsOfOne: 2, waitMs: 30_000, decodeMs: 60_000, idleMs: 10_000 }

/** Whose call it is, and what tells that nobody waits for it any longer. */
export interface PictureCall {
  caller: string
  signal: AbortSignal
}

/** What draws pictures anew: one call after the other, in one process beside the server. */
export interface Pictures {
  /** Whether a caller has as many calls under way as it may have. */
  isFull(caller: string): boolean
  /** Draws the pictures of a call anew, none before the header of each has been looked at. */
  redraw(sent: readonly SentPicture[], call: PictureCall): Promise<Picture[]>
  close(): void
}

export function openPictures(limits: PictureLimits = usualPictureLimits): Pictures {
  const decoder = openDecoder(limits.idleMs)
  const turns = openTurns(limits.waitMs)
  const underWay = new Map<string, number>()
  const isFull = (caller: string) => (underWay.get(caller) ?? 0) >= limits.callsOfOne

  const drawAll = async (sent: readonly SentPicture[], signal: AbortSignal) => {
    const ask = async (what: 'measure' | 'redraw', { name, path }: SentPicture) => {
      const { fault, contentType = '' } = await decoder.ask({ what, path }, signal)
      if (fault !== undefined) throw new InvalidImageError(`${name} ${fault}`)
      return contentType
    }
    for (const one of sent) await ask('measure', one)
    const drawn: Picture[] = []
    for (const one of sent) {
      const contentType = await ask('redraw', one)
      drawn.push({ name: one.name, contentType, bytes: await readFile(`${one.path}.drawn`) })
    }
    return drawn
  }

  const drawInTime = async (sent: readonly SentPicture[], signal: AbortSignal) => {
    const late = AbortSignal.timeout(limits.decodeMs)
    try {
      return await drawAll(sent, AbortSignal.any([signal, late]))
    } catch (error) {
      if (late.aborted) throw new PicturesUnavailable('The images took too long to be read', { cause: error })
      if (error instanceof DecoderEnded) {
        throw new PicturesUnavailable('The images could not be read', { cause: error })
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
          return await drawInTime(sent, signal)
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

/** One turn at a time, in the order in which they were asked for. */
function openTurns(waitMs: number) {
  let isTaken = false
  const waiting: (() => void)[] = []
  return {
    /** Ends when it is the caller's turn; throws once it has waited too long, or is waited for no longer. */
    async wait(signal: AbortSignal): Promise<void> {
      signal.throwIfAborted()
      if (!isTaken) {
        isTaken = true
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
        const giveUp = (reason: unknown) => {
          leave()
          waiting.splice(waiting.indexOf(begin), 1)
          reject(reason)
        }
        const onAbort = () => giveUp(signal.reason)
        const timer = setTimeout(() => {
          giveUp(new PicturesUnavailable('Many images are being read'))
        }, waitMs)
        signal.addEventListener('abort', onAbort)
        waiting.push(begin)
      })
    },
    next(): void {
      const begin = waiting.shift()
      if (begin) begin()
      else isTaken = false
    },
  }
}
