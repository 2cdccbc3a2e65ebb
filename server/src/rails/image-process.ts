import { setPriority } from 'node:os'
import sharp from 'sharp'
import type { ImageOrder, ImageReply } from './image-decoder.ts'
import { checkImageHeader, ImageFault, reencodeImage } from './reencode-image.ts'

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
    if (what === 'reencode') return { contentType: await reencodeImage(path) }
    await checkImageHeader(path)
    return {}
  } catch (error) {
    if (error instanceof ImageFault) return { fault: error.message }
    throw error
  }
}
