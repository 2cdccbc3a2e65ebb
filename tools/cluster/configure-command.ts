// Writes the files of every host of an installation: npm run cluster:configure -- installation.env out
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expiryOf } from './certificates.ts'
import { authorityOf, hostNames, readValues, writeHost } from './configuration.ts'

const [valuesFile, folder] = process.argv.slice(2)

if (valuesFile === undefined || folder === undefined || !existsSync(valuesFile)) {
  process.stderr.write(
    'Usage: npm run cluster:configure -- installation.env out\nWrites the files and the certificate of every host into a folder of its own, and renews certificates that expire soon; deploy/installation.env explains the values.\n',
  )
  process.exitCode = 1
} else {
  try {
    configure(valuesFile, folder)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}

function configure(from: string, to: string): void {
  const values = readValues(from)
  const authority = authorityOf(values, resolve(join(to, 'ca')))
  process.stdout.write(`authority: ${authority.certificate}, expires on ${dayOf(expiryOf(authority.certificate))}\n`)
  for (const host of hostNames) {
    const { files, certificate } = writeHost(host, values, resolve(join(to, host)), authority)
    const state = certificate.isNew ? 'new certificate' : 'certificate kept'
    process.stdout.write(`${host}: ${files.length} files, ${state}, expires on ${dayOf(certificate.expires)}\n`)
  }
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}
