import { readFileSync } from 'node:fs'
import { expect, test } from './console.ts'
import { callSigned } from './money.ts'

const page = readFileSync('docs/integration.md', 'utf8')

test('runs every example of the integration page against the demo', async () => {
  test.setTimeout(300_000)
  const examples = [...page.matchAll(/^npm run -s demo:call -- (\S+) '([^']+)'$/gm)]
  for (const [, path = '', body = ''] of examples) {
    expect(await callSigned(path, body), path).toBeInstanceOf(Object)
  }
  const documented = [...page.matchAll(/`POST \/rails\/([^`]+)`/g)].map(([, path]) => path)
  const missing = documented.filter((path) => !examples.some(([, example]) => example === path))
  expect(missing, 'calls without an example').toEqual([])
})
