import { purgeFiles } from '../../http/purge-files.ts'
import type { AppDeps } from '../../http/handler.ts'
import { keptForMs } from './downloads.ts'

/** Deletes expired exports. */
export async function forgetDownloads(services: Pick<AppDeps, 'db' | 'files'>, now: Date): Promise<void> {
  await purgeFiles(services, { table: 'download', fileColumns: ['file_id'], keptForMs }, now)
}
