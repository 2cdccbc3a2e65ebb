import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commandsOf } from './backup.ts'
import { deployFolder } from './configuration.ts'

const commands = (type: string) =>
  commandsOf(readFileSync(join(deployFolder, `systemd/kobo-backup-${type}.service`), 'utf8'))

describe('backup units', () => {
  it('ask whether the host is the primary, create the stanza, and back up, at low priority', () => {
    const [condition, before, backup, ...more] = commands('full')
    expect(condition?.slice(0, 4)).toEqual(['nice', '-n', '10', '/usr/bin/curl'])
    expect(before?.slice(3)).toEqual(expect.arrayContaining(['/usr/bin/pgbackrest', 'stanza-create']))
    expect(backup?.slice(3)).toEqual(expect.arrayContaining(['/usr/bin/pgbackrest', '--type=full', 'backup']))
    expect(more).toEqual([])
    expect(commands('incremental').at(-1)).toContain('--type=incr')
  })
})
