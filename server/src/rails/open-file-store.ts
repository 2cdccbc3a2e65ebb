import type { FileStoreSettings } from '../settings-file-store.ts'
import type { FileStore } from './file-store.ts'
import { openFolderStore } from './folder-store.ts'
import { openS3Store } from './s3-store.ts'

/** Opens the configured store of files. Nothing is sent to it yet. */
export async function openFileStore(settings: FileStoreSettings): Promise<FileStore> {
  return settings.kind === 's3' ? await openS3Store(settings) : openFolderStore(settings.folder)
}
