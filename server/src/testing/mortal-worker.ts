import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { serverRoot } from '../server-root.ts'
import { bundled } from './bundled.ts'

/** Starts one of the worker scripts of this folder as a process of its own, and waits until it says that it is ready. */
export async function startWorker(script: string, ...args: string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, [bundled(`testing/${script}`), ...args], {
    cwd: serverRoot(),
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr?.on('data', (text) => {
    said += text
  })
  const ended = once(child, 'exit').then(() => {
    throw new Error(`The worker ended before it was ready: ${said}`)
  })
  await Promise.race([once(child.stdout ?? child, 'data'), ended])
  ended.catch(() => {})
  return child
}

/** Ends a worker as a power cut would; it must still be at work. */
export async function killWorker(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) throw new Error('The worker had ended by itself')
  child.kill('SIGKILL')
  await once(child, 'exit')
}
