import { type ChildProcess, fork } from 'node:child_process'
import { createRequire } from 'node:module'

/** Order to the decoder's process: read a file's header, or re-encode it next to the original. */
export interface ImageOrder {
  what: 'measure' | 'reencode'
  path: string
}

export interface ImageReply {
  contentType?: string
  /** Reason why the file is rejected. */
  fault?: string
}

/** The decoder's process ended while it worked on an image. */
export class DecoderEnded extends Error {}

/** Process that decodes images, started on demand and ended after an idle period. */
export interface ImageDecoder {
  /** Accepts one order at a time. If its signal aborts, the process is killed and the next order starts another. */
  ask(order: ImageOrder, signal: AbortSignal): Promise<ImageReply>
  close(): void
}

export function openDecoder(idleMs: number): ImageDecoder {
  let running: ChildProcess | null = null
  let idle: NodeJS.Timeout | undefined
  const start = () => {
    const child = startProcess()
    child.once('exit', () => {
      if (running === child) running = null
    })
    return child
  }
  const close = () => {
    clearTimeout(idle)
    running?.kill('SIGKILL')
    running = null
  }
  return {
    async ask(order, signal) {
      signal.throwIfAborted()
      clearTimeout(idle)
      const child = (running ??= start())
      setWaitedFor(child, true)
      try {
        return await replyFrom(child, order, signal)
      } catch (error) {
        // Frees its memory before another process starts.
        await killed(child)
        throw error
      } finally {
        setWaitedFor(child, false)
        idle = setTimeout(close, idleMs).unref()
      }
    },
    close,
  }
}

/** Keeps an idle decoder from holding the server's process open. */
function setWaitedFor(child: ChildProcess, isWaitedFor: boolean): void {
  if (isWaitedFor) {
    child.ref()
    child.channel?.ref()
  } else {
    child.unref()
    child.channel?.unref()
  }
}

function replyFrom(child: ChildProcess, order: ImageOrder, signal: AbortSignal): Promise<ImageReply> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => {
      child.off('message', onMessage).off('exit', onExit).off('error', onError)
      signal.removeEventListener('abort', onAbort)
      end()
    }
    const onMessage = (reply: ImageReply) => settle(() => resolve(reply))
    const onExit = () => settle(() => reject(new DecoderEnded('The image decoder exited')))
    const onError = (cause: Error) =>
      settle(() => reject(new DecoderEnded('The image decoder cannot be reached', { cause })))
    const onAbort = () => settle(() => reject(signal.reason))
    child.on('message', onMessage).on('exit', onExit).on('error', onError)
    signal.addEventListener('abort', onAbort)
    child.send(order, (error) => {
      if (error) onError(error)
    })
  })
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

/** Starts the built script from a bundle, and the source through tsx otherwise. */
function startProcess(): ChildProcess {
  const isSource = import.meta.url.endsWith('.ts')
  const script = new URL(isSource ? 'image-process.ts' : 'image-process.js', import.meta.url)
  const child = fork(script, {
    execArgv: isSource ? ['--import', createRequire(import.meta.url).resolve('tsx')] : [],
    env: bareEnvironment(),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  // Without a listener, a process that cannot be started would crash the server.
  child.on('error', () => {})
  return child
}

/** Environment without the server's secrets: a crafted image may take over the decoder. */
function bareEnvironment(): NodeJS.ProcessEnv {
  const { LD_LIBRARY_PATH, TMPDIR } = process.env
  // Hides the library's warnings about broken files, and keeps glibc from caching freed memory.
  const settings = { VIPS_WARNING: '0', MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072' }
  return { ...settings, ...(LD_LIBRARY_PATH && { LD_LIBRARY_PATH }), ...(TMPDIR && { TMPDIR }) }
}
