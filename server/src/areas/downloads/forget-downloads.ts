import { forgetFiles } from '../../http/forget-files.ts'
import type { Services } from '../../http/handler.ts'
import { keptForMs } from './downloads.ts'

/** Deletes files of rows that have served their time. */
export async function forgetDownloads(services: Pick<Services, 'db' | 'files'>, now: Date): Promise<void> {
  await forgetFiles(services, { table: 'download', fileColumns: ['file_id'], keptForMs }, now)
}
