// Writes the files of every host of an installation: npm run cluster:configure -- installation.env out
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { hostNames, readValues, writeHost } from './configuration.ts'

const [valuesFile, folder] = process.argv.slice(2)

if (valuesFile === undefined || folder === undefined || !existsSync(valuesFile)) {
  process.stderr.write(
    'Usage: npm run cluster:configure -- installation.env out\nWrites the files of every host into a folder of its own; deploy/installation.env explains the values.\n',
  )
  process.exitCode = 1
} else {
  const values = readValues(valuesFile)
  for (const host of hostNames) {
    const files = writeHost(host, values, resolve(join(folder, host)))
    process.stdout.write(`${host}: ${files.length} files\n`)
  }
}
