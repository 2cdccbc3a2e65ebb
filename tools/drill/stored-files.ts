import { resolve } from 'node:path'
import { type Files, openFiles } from '@kobo/server/rails/files'
import { openFileStore } from '@kobo/server/rails/open-file-store'
import { makeSeal } from '@kobo/server/seal'
import { secretsIfKnown } from '@kobo/server/settings'
import { readFileStoreSettings } from '@kobo/server/settings-file-store'
import { StartupError } from '@kobo/server/startup-error'
import { root } from '../root.mjs'

/** Opens the stored files of an installation by its environment: DATA_DIR or S3, and SECRET. Throws StartupError without a secret. */
export async function withStoredFiles<T>(env: NodeJS.ProcessEnv, work: (files: Files) => Promise<T>): Promise<T> {
  const secrets = secretsIfKnown(env, root)
  if (secrets === null) throw new StartupError('SECRET is not set: stored files cannot be opened.')
  const store = await openFileStore(readFileStoreSettings(env, resolve(root, env['DATA_DIR'] || 'data')))
  try {
    return await work(openFiles({ store, seal: makeSeal(secrets), publicPath: '/api/files' }))
  } finally {
    store.close()
  }
}
