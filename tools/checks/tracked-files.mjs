// @ts-check
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.mjs'

/**
 * Returns every existing file of the repository, untracked ones included, ignored ones excluded.
 * @param {...string} patterns
 * @returns {string[]}
 */
export function trackedFiles(...patterns) {
  const list = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...patterns],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    },
  )
  return [...new Set(list.split('\0'))].filter((file) => file !== '' && existsSync(join(root, file)))
}
