import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'esbuild'
import { type Captured, type CapturedServer, serveCaptured } from './captured-server.ts'

const folder = join(import.meta.dirname, 'react-admin')

/** Bundles react-admin, installing it if needed, and serves the same rows, columns and record with it. */
export async function startReactAdmin(captured: Captured): Promise<CapturedServer & { scriptBytes: number }> {
  if (!existsSync(join(folder, 'node_modules'))) execFileSync('npm', ['ci'], { cwd: folder, stdio: 'inherit' })
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'app.js')],
    bundle: true,
    minify: true,
    write: false,
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  const script = outputFiles[0]?.text ?? ''
  const [row] = firstRows(captured.list)
  const shape = { columns: Object.keys(row ?? {}).slice(0, 9), fields: Object.keys(theRecord(captured.record)) }
  const page = `<!doctype html><title>react-admin</title><body><script>window.shape = ${JSON.stringify(shape)}</script><script src="/app.js"></script>`
  const server = await serveCaptured(captured, {
    '/': { type: 'text/html', text: page },
    '/app.js': { type: 'text/javascript', text: script },
  })
  return { ...server, scriptBytes: brotliCompressSync(script).length }
}

function firstRows(list: string): readonly object[] {
  const { data } = JSON.parse(list) as { data: object }
  return (Object.values(data).find(Array.isArray) as object[] | undefined) ?? []
}

function theRecord(record: string): object {
  const { data } = JSON.parse(record) as { data: object }
  return Object.values(data)[0] as object
}
