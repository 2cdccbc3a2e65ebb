import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root } from './root.mjs'

/** Deployed copy whose server prints its port and process id. */
const folder = mkdtempSync(join(tmpdir(), 'kobo-start-'))
const server = `
import { createServer } from 'node:http'
const server = createServer().listen(0, '127.0.0.1', () => console.log(\`port \${server.address().port} pid \${process.pid}\`))
process.once('SIGTERM', () => server.close(() => process.exit(0)))
`
const started: number[] = []

beforeAll(() => {
  mkdirSync(join(folder, 'server/dist'), { recursive: true })
  writeFileSync(join(folder, 'server/dist/main.js'), server)
  for (const file of ['start.mjs', 'node-version.mjs', 'freshness.mjs', 'root.mjs']) {
    cpSync(join(root, 'tools', file), join(folder, 'tools', file))
  }
})
afterAll(() => {
  for (const pid of started) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended, as expected.
    }
  }
  rmSync(folder, { recursive: true, force: true })
})

it.each<[NodeJS.Signals, string]>([
  ['SIGTERM', 'node tools/start.mjs'],
  ['SIGKILL', 'node tools/start.mjs'],
  // A shell between npm and the server does not forward signals.
  ['SIGTERM', 'node tools/start.mjs; true'],
])(
  'leaves no server behind when npm start receives %s as "%s"',
  async (signal, start) => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', scripts: { start } }))
    const npm = spawn('npm', ['start'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
    const { port, pid } = await listening(npm)
    started.push(pid)
    expect(await isOpen(port)).toBe(true)
    npm.kill(signal)
    await once(npm, 'exit')
    await expect.poll(() => isOpen(port), { timeout: 10_000 }).toBe(false)
  },
  60_000,
)

async function listening(npm: ChildProcess): Promise<{ port: number; pid: number }> {
  let output = ''
  for await (const chunk of npm.stdout ?? []) {
    output += String(chunk)
    const [, port, pid] = /port (\d+) pid (\d+)/.exec(output) ?? []
    if (port !== undefined) return { port: Number(port), pid: Number(pid) }
  }
  throw new Error(`The server did not start: ${output}`)
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
