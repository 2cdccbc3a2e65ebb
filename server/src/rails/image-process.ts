import { setPriority } from 'node:os'
import sharp from 'sharp'
import type { ImageOrder, ImageReply } from './image-decoder.ts'
import { measurePicture, PictureFault, redrawPicture } from './redraw-image.ts'

// Decodes images in a separate process, one after another: it has its own thread pool and memory, and can be killed.

// Lower priority than the server's process.
setPriority(10)
sharp.concurrency(1)
sharp.cache(false)

process.on('message', (order: ImageOrder) => {
  void carryOut(order).then((reply) => process.send?.(reply))
})
// The server has ended. A decode under way would delay an exit.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

async function carryOut({ what, path }: ImageOrder): Promise<ImageReply> {
  try {
    if (what === 'redraw') return { contentType: await redrawPicture(path) }
    await measurePicture(path)
    return {}
  } catch (error) {
    if (error instanceof PictureFault) return { fault: error.message }
    throw error
  }
}
