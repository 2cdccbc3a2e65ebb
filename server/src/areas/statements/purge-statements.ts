import { purgeFiles } from '../../http/purge-files.ts'
import type { AppDeps } from '../../http/handler.ts'
import { mailedForMs } from './statement-mails.ts'

/** Longer than any link to the files is valid. */
const keptForMs = mailedForMs + 86_400_000

/** Deletes expired statements. */
export async function forgetStatements(services: Pick<AppDeps, 'db' | 'files'>, now: Date): Promise<void> {
  await purgeFiles(services, { table: 'statement', fileColumns: ['pdf_file_id', 'csv_file_id'], keptForMs }, now)
}
