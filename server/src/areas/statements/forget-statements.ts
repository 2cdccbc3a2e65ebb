import type { Services } from '../../http/handler.ts'
import { mailedForMs } from './statement-mails.ts'

/** Beyond the time that any link to it works. */
const keptForMs = mailedForMs + 86_400_000
const pieceSize = 100

/** Deletes statements that have served their time, bytes first: what is cut off is begun again. The audit stays. */
export async function forgetStatements({ db, files }: Pick<Services, 'db' | 'files'>, now: Date): Promise<void> {
  for (;;) {
    const old = await db
      .selectFrom('statement')
      .select(['id', 'pdf_file_id', 'csv_file_id'])
      .where('created_at', '<', new Date(now.getTime() - keptForMs).toISOString())
      .orderBy('created_at')
      .limit(pieceSize)
      .execute()
    if (old.length === 0) return
    const ids = old.flatMap(({ pdf_file_id, csv_file_id }) =>
      pdf_file_id === null ? [csv_file_id] : [pdf_file_id, csv_file_id],
    )
    const stored = await db.selectFrom('file').select('storage_key').where('id', 'in', ids).execute()
    for (const file of stored) await files.erase(file)
    await db.transaction().execute(async (transaction) => {
      const statements = old.map(({ id }) => id)
      await transaction.deleteFrom('statement').where('id', 'in', statements).execute()
      await transaction.deleteFrom('file').where('id', 'in', ids).execute()
    })
  }
}
