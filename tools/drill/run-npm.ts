import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { root } from '../root.mjs'

/** Runs one of the project's commands with its output on the terminal and returns whether it succeeded. */
export async function runNpm(args: readonly string[], env: Record<string, string>): Promise<boolean> {
  const child = spawn('npm', ['run', '--silent', ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  })
  const [code] = await once(child, 'exit')
  return code === 0
}
