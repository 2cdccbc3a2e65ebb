import { forgetFiles } from '../../http/forget-files.ts'
import type { Services } from '../../http/handler.ts'
import { mailedForMs } from './statement-mails.ts'

/** Beyond the time that any link to it works. */
const keptForMs = mailedForMs + 86_400_000

/** Deletes statements that have served their time. */
export async function forgetStatements(services: Pick<Services, 'db' | 'files'>, now: Date): Promise<void> {
  await forgetFiles(services, { table: 'statement', fileColumns: ['pdf_file_id', 'csv_file_id'], keptForMs }, now)
}
