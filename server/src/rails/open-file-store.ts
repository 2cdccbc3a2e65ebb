import type { FilePlace } from '../settings-files.ts'
import type { FileStore } from './file-store.ts'
import { openFolderStore } from './folder-store.ts'
import { openS3Store } from './s3-store.ts'

/** Opens the configured store of files. Nothing is sent to it yet. */
export async function openFileStore(place: FilePlace): Promise<FileStore> {
  return place.kind === 's3' ? await openS3Store(place) : openFolderStore(place.folder)
}
