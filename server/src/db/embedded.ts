import { mkdir, readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '../startup-error.ts'
import { belongsToAnother, chooseAccount, changeOwner } from './embedded-os-user.ts'
import { findBinaries } from './embedded-binaries.ts'
import { addresses, createCluster, places } from './embedded-cluster.ts'
import { FolderInUse, freePort, launch, PortInUseError, type RunningServer } from './embedded-process.ts'
import { ensureRoleAndDatabase } from './embedded-role.ts'
import { findServer, inUse, takeOver } from './embedded-status.ts'

export interface EmbeddedOptions {
  dataDir: string
  log?: (line: string) => void
  /** Added to the durable settings; for test clusters with disposable data. */
  settings?: Record<string, string>
}

export interface Embedded {
  url: string
  stop(): Promise<void>
  started: 'new' | 'existing' | 'attached'
}

/** Starts the bundled PostgreSQL on the data folder; it ends with this process, however that ends. */
export async function startEmbedded({
  dataDir: configuredDir,
  log = () => {},
  settings = {},
}: EmbeddedOptions): Promise<Embedded> {
  const dataDir = await openFolder(configuredDir)
  const { folder, cluster, log: logPath } = places(dataDir)
  await takeOver(cluster, dataDir)
  const existingVersion = await versionOfData(folder, cluster)
  const binaries = await findBinaries(existingVersion)
  const account = await chooseAccount(binaries.postgres, existingVersion === null ? dataDir : folder, cluster)
  if (existingVersion === null) await createCluster(dataDir, binaries, account, settings['fsync'] !== 'off')
  await changeOwner(account, cluster)

  const launchAt = (port: number) =>
    launch({ postgres: binaries.postgres, account, cluster, log: logPath, port, settings })
  let port = await freePort()
  let stopped = false
  let server = await firstLaunch()
  let keeper = keepRunning()
  try {
    const { url, superuserUrl } = await addresses(dataDir, port)
    await ensureRoleAndDatabase(url, superuserUrl)
    return { url, stop, started: existingVersion === null ? 'new' : 'existing' }
  } catch (error) {
    await stop()
    throw error
  }

  async function firstLaunch(): Promise<RunningServer> {
    for (let tries = 1; ; tries++) {
      try {
        return await launchAt(port)
      } catch (error) {
        if (tries === 10 && error instanceof FolderInUse) throw inUse(dataDir)
        if (tries === 10 || !(error instanceof FolderInUse || error instanceof PortInUseError)) throw error
        await takeOver(cluster, dataDir)
        await sleep(100)
        port = await freePort()
      }
    }
  }

  /** Restarts a killed server on the same port, since the pools connect to it. */
  async function keepRunning(): Promise<void> {
    await server.ended
    if (stopped) return
    log('The database exited unexpectedly; restarting it.')
    for (;;) {
      try {
        await takeOver(cluster, dataDir)
        server = await launchAt(port)
        break
      } catch (error) {
        if (stopped) return
        log(error instanceof Error ? error.message : String(error))
        await sleep(1000)
      }
    }
    if (stopped) return server.stop()
    keeper = keepRunning()
  }

  async function stop() {
    stopped = true
    await server.stop()
    await keeper
  }
}

/** For tools: uses the server that already runs on the folder and leaves it running, or starts one for as long as needed. */
export async function attachOrStart(options: EmbeddedOptions): Promise<Embedded> {
  const dataDir = await openFolder(options.dataDir)
  for (;;) {
    const found = await findServer(places(dataDir).cluster)
    if (!found?.owned || found.state === 'stopping') return startEmbedded(options)
    if (found.state === 'ready') {
      const { url } = await addresses(dataDir, found.port)
      return { url, started: 'attached', stop: async () => {} }
    }
    await sleep(20)
  }
}

async function openFolder(given: string): Promise<string> {
  try {
    await mkdir(given, { recursive: true })
    return await realpath(given)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartupError(`The data folder ${given} cannot be opened: choose another with DATA_DIR (${reason}).`)
  }
}

async function versionOfData(folder: string, cluster: string): Promise<number | null> {
  try {
    return Number.parseInt(await readFile(join(cluster, 'PG_VERSION'), 'utf8'), 10)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw belongsToAnother(folder)
  }
}
