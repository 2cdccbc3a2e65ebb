import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, closeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Program {
  name: string
  command: string[]
  env?: Record<string, string>
  /** File that receives its output. */
  log: string
  cwd?: string
}

const restartMs = 1_000

/**
 * A program that is started again a second after it ended, as systemd does with `Restart=always` and `RestartSec=1`. `halt` and
 * `start` stand for a host that is switched off and on.
 */
export class Supervised {
  readonly name: string
  #program: Program
  #child: ChildProcess | null = null
  #isWanted = false
  #ended: Promise<unknown> = Promise.resolve()

  constructor(program: Program) {
    this.#program = program
    this.name = program.name
  }

  get pid(): number {
    const pid = this.#child?.pid
    if (pid === undefined) throw new Error(`${this.name} does not run`)
    return pid
  }

  start(): void {
    if (this.#isWanted) return
    this.#isWanted = true
    this.#ended = this.#keepRunning()
  }

  /** Ends it with a signal and does not start it again; after the time given it is killed. */
  async halt(signal: NodeJS.Signals = 'SIGTERM', withinMs = 30_000): Promise<void> {
    this.#isWanted = false
    const child = this.#child
    if (child === null || child.exitCode !== null || child.signalCode !== null) return void (await this.#ended)
    child.kill(signal)
    const cut = setTimeout(() => child.kill('SIGKILL'), withinMs)
    await this.#ended
    clearTimeout(cut)
  }

  /** Kills it; it is started again. */
  kill(): void {
    this.#child?.kill('SIGKILL')
  }

  async #keepRunning(): Promise<void> {
    while (this.#isWanted) {
      const { command, env, log, cwd } = this.#program
      const [file = '', ...args] = command
      const output = openSync(log, 'a')
      // In a session of its own, so that Ctrl-C reaches only this process, which ends all in order.
      const child = spawn(file, args, {
        env: { ...process.env, ...env },
        cwd,
        stdio: ['ignore', output, output],
        detached: true,
      })
      closeSync(output)
      this.#child = child
      await Promise.race([once(child, 'exit'), once(child, 'error')]).catch(() => {})
      this.#child = null
      if (this.#isWanted) await sleep(restartMs)
    }
  }
}
