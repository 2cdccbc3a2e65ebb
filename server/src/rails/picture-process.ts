import { setPriority } from 'node:os'
import sharp from 'sharp'
import type { PictureOrder, PictureReply } from './picture-decoder.ts'
import { measurePicture, PictureFault, redrawPicture } from './redraw-picture.ts'

// Decodes pictures in a process of its own, one after the other: it has its own thread pool and memory, and can be killed.

// Those who call the server go first.
setPriority(10)
sharp.concurrency(1)
sharp.cache(false)

process.on('message', (order: PictureOrder) => {
  void carryOut(order).then((reply) => process.send?.(reply))
})
// The server has ended; a decode that is under way would hold up an exit.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

async function carryOut({ what, path }: PictureOrder): Promise<PictureReply> {
  try {
    if (what === 'redraw') return { contentType: await redrawPicture(path) }
    await measurePicture(path)
    return {}
  } catch (error) {
    if (error instanceof PictureFault) return { fault: error.message }
    throw error
  }
}
