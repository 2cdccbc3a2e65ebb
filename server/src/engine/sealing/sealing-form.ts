import type { Database } from '../../db/database.ts'
import { makeSeal, type Seal, type SealForm } from '../../seal.ts'

/** How often a server reads the form anew, for an operator may raise it meanwhile. */
const readEveryMs = 5_000

/** Returns the form in which values are sealed. */
export async function sealingForm(db: Database): Promise<SealForm> {
  const { form } = await db.selectFrom('sealing').select('form').executeTakeFirstOrThrow()
  return form === 1 ? 1 : 2
}

/** Raises the form for good: every server must be of a release that reads form 2. */
export async function raiseForm(db: Database): Promise<void> {
  await db.updateTable('sealing').set({ form: 2 }).execute()
}

/** Opens a seal that follows the form of the database. */
export async function openSeal(
  db: Database,
  secrets: readonly [string, ...string[]],
  onError: (error: unknown) => void,
): Promise<{ seal: Seal; stop: () => void }> {
  let form = await sealingForm(db)
  const read = async () => {
    form = await sealingForm(db)
    // It is never lowered.
    if (form === 2) clearInterval(timer)
  }
  const timer = setInterval(() => void read().catch(onError), readEveryMs)
  timer.unref()
  if (form === 2) clearInterval(timer)
  return { seal: makeSeal(secrets, () => form), stop: () => clearInterval(timer) }
}
