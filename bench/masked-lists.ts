// Compares replies with and without masked personal data: npm run bench:masked
// An administrator and a member of Finance make the same calls in turn on a fresh demo, as ratios in one run.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { signIn } from '../tools/api-sign-in.ts'
import { signCall } from '../tools/sign-call.ts'
import { median, startBenchServer } from './bench-server.ts'

const root = join(import.meta.dirname, '..')
const rounds = 200
const password = 'kobo-demo-2026'
const calls = {
  '100 merchants': '/merchant?page=1&size=100',
  '100 partners': '/admin/partners?page=1&size=100',
  '100 contact messages': '/admin/contact-us?page=1&size=100',
  '100 wallets, which have no personal fields': '/admin/wallets?page=1&size=100',
}

const { baseUrl, stop } = await startBenchServer()
try {
  const target = { baseUrl, apiUrl: `${baseUrl}/api` }
  const clear = await signIn(target, 'admin@demo.test', password)
  const masked = await signIn(target, 'dayo@demo.test', password)
  const rows: string[] = []
  for (const [name, path] of Object.entries(calls)) {
    const times = { clear: [] as number[], masked: [] as number[] }
    for (let round = -20; round < rounds; round++) {
      const pair = { clear: await read(clear, path), masked: await read(masked, path) }
      if (round < 0) continue
      times.clear.push(pair.clear.ms)
      times.masked.push(pair.masked.ms)
      const hasMasks = pair.masked.text.includes('•••')
      if (pair.clear.text.includes('•••') || hasMasks === path.startsWith('/admin/wallets'))
        throw new Error(`${path} was not masked as expected`)
    }
    const [before, after] = [median(times.clear), median(times.masked)]
    rows.push(`| ${name} | ${before.toFixed(2)} | ${after.toFixed(2)} | ${(after / before).toFixed(2)} |`)
  }
  const text = `# Masked replies

Median milliseconds of the whole call over HTTP (signed, ${rounds} rounds, one client), an administrator and a member of Finance in turn.

| call | unmasked | masked | ratio |
|---|---|---|---|
${rows.join('\n')}
`
  writeFileSync(join(root, 'bench/results/masked-lists.md'), text)
  process.stdout.write(text)
} finally {
  await stop()
}

async function read(session: Awaited<ReturnType<typeof signIn>>, path: string): Promise<{ ms: number; text: string }> {
  const token = signCall(session, 'demo-hash-key', { method: 'GET', path, body: '', timestampMs: Date.now() })
  const begun = performance.now()
  const response = await fetch(`${baseUrl}/api${path}`, { headers: { 'access-token': token, cookie: session.cookie } })
  const text = await response.text()
  const ms = performance.now() - begun
  if (!response.ok) throw new Error(`${path} responded ${response.status}`)
  return { ms, text }
}
