// @ts-check
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.mjs'
import { trackedFiles } from './tracked-files.mjs'

const limit = 400
const reviewAbove = 250
const exempt = /\.(test|drill|spec)\.tsx?$|\/migrations\/|^server\/src\/db\/tables\.ts$/

/** Reports source files above the line limit. */
export function fileSize() {
  const sizes = trackedFiles('*.ts', '*.tsx', '*.mjs', '*.cjs', '*.css', '*.sql')
    .filter((file) => !exempt.test(file))
    .map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length }))
    .sort((a, b) => b.lines - a.lines)
  const line = (/** @type {{ file: string, lines: number }} */ one) => `${one.lines} lines: ${one.file}`
  return {
    faults: sizes.filter(({ lines }) => lines > limit).map((one) => `${line(one)} (at most ${limit})`),
    notes: sizes.filter(({ lines }) => lines > reviewAbove && lines <= limit).map(line),
  }
}
