import { purgeFiles } from '../../http/purge-files.ts'
import type { AppDeps } from '../../http/handler.ts'
import { mailedForMs } from './statement-mails.ts'

/** Beyond the time that any link to it works. */
const keptForMs = mailedForMs + 86_400_000

/** Deletes statements that have served their time. */
export async function forgetStatements(services: Pick<AppDeps, 'db' | 'files'>, now: Date): Promise<void> {
  await purgeFiles(services, { table: 'statement', fileColumns: ['pdf_file_id', 'csv_file_id'], keptForMs }, now)
}
