import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { makeSeal } from '../../seal.ts'
import { secretsOf } from '../../settings.ts'
import { StartupError } from '../../startup-error.ts'
import { findingLine } from '../finding.ts'
import { readAnchor } from './anchor.ts'
import { checkExport } from './check-export.ts'

const usage = 'Usage: npm run audit:check -- audit.jsonl [--anchor 4711:ab12…]'

/**
 * Checks a file that `audit:export` wrote, without a database; the proofs only if SECRET is set. Each finding is printed on its
 * own line, with exit code 1.
 */
async function check(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { anchor: { type: 'string' } }, allowPositionals: true })
  const [path, ...others] = positionals
  if (path === undefined || others.length > 0) throw new StartupError(usage)
  const { SECRET: secret, PREVIOUS_SECRET: previous, NEXT_SECRET: next } = process.env
  const { seals, rows, unsealed, retired, findings } = await checkExport(
    createInterface({ input: createReadStream(path) }),
    {
      seal: secret ? makeSeal(secretsOf({ secret, previousSecret: previous || null, nextSecret: next || null })) : null,
      anchor: values.anchor === undefined ? null : readAnchor(values.anchor),
    },
  )
  for (const finding of findings) process.stdout.write(`${findingLine(finding)}\n`)
  for (const { firstSeal, lastSeal, records, fileSha256 } of retired) {
    process.stdout.write(
      `Seals ${firstSeal} to ${lastSeal} are retired: ${records} records in the file ${fileSha256}\n`,
    )
  }
  if (!secret) process.stdout.write('The proofs of audit seals were not checked: SECRET is not set\n')
  process.stdout.write(
    `${seals} seals, ${rows} sealed records, ${unsealed} others, ${findings.length} kinds of fault\n`,
  )
  if (findings.length > 0) process.exitCode = 1
}

await check().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
