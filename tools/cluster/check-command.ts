// Checks the files of deploy/ with the programs that read them: npm run cluster:check
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { authorityOf, deployFolder, hostNames, readValues, writeHost } from './configuration.ts'
import { findProgram } from './programs.ts'

interface Check {
  file: string
  program: string
  args: string[]
}

const folder = mkdtempSync(join(tmpdir(), 'kobo-deploy-'))
// Programs that run as another user read the files too.
chmodSync(folder, 0o755)
try {
  process.exitCode = check() ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function check(): boolean {
  const values = { ...readValues(join(deployFolder, 'installation.env')), NODE: process.execPath, CONFIG: folder }
  const authority = authorityOf(values, join(folder, 'ca'))
  let isFine = true
  const skipped = new Set<string>()
  for (const host of hostNames) {
    const own = join(folder, host)
    writeHost(host, { ...values, CONFIG: own }, own, authority)
    for (const { file, program, args } of checksOf(own)) {
      const path = findProgram(program)
      if (path === null) {
        skipped.add(program)
        continue
      }
      const { status, stdout, stderr } = spawnSync(path, args, { encoding: 'utf8' })
      // systemd-analyze only warns of a line that systemd would ignore.
      const isGood = status === 0 && (program !== 'systemd-analyze' || stderr === '')
      isFine &&= isGood
      process.stdout.write(`${isGood ? 'ok    ' : 'FAILED'} ${host} ${file} (${program})\n`)
      if (!isGood) process.stdout.write(`${stdout}${stderr}`.replace(/^/gm, '         '))
    }
  }
  for (const program of skipped)
    process.stdout.write(`${program} is not installed: the files that it reads were not checked\n`)
  return isFine
}

/** The checks of one host's files. */
function checksOf(own: string): Check[] {
  const units = readdirSync(join(own, 'systemd')).map((name) => join(own, 'systemd', name))
  const readers: Record<string, [program: string, args: string[]]> = {
    'haproxy.cfg': ['haproxy', ['-c', '-q', '-f', join(own, 'haproxy.cfg')]],
    'prometheus.yml': ['promtool', ['check', 'config', join(own, 'prometheus.yml')]],
    'pgbackrest.conf': ['pgbackrest', [`--config=${join(own, 'pgbackrest.conf')}`, 'info']],
  }
  const files = readdirSync(own).flatMap((file) => {
    const reader = readers[file]
    return reader ? [{ file, program: reader[0], args: reader[1] }] : []
  })
  return [...files, { file: 'systemd', program: 'systemd-analyze', args: ['verify', '--man=no', ...units] }]
}
