import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addresses } from './embedded-cluster.ts'
import { startEmbedded } from './embedded.ts'

/** Starts a disposable database for tests and tools: fast instead of durable, deleted when stopped. */
export async function startTemporary(): Promise<{ url: string; superuserUrl: string; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kobo-temporary-'))
  // Started by root, PostgreSQL runs as another user, who needs access to this folder.
  await chmod(dataDir, 0o711)
  // Autovacuum would occasionally hold a database open while it is copied.
  const quick = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    autovacuum: 'off',
    shared_buffers: '128MB',
  }
  const remove = () => rm(dataDir, { recursive: true, force: true })
  try {
    const { url, stop } = await startEmbedded({ dataDir, settings: { ...quick, max_connections: '200' } })
    const { superuserUrl } = await addresses(dataDir, Number(new URL(url).port))
    return { url, superuserUrl, stop: () => stop().then(remove) }
  } catch (error) {
    await remove()
    throw error
  }
}
