import { StartupError } from './startup-error.ts'

/** Replicas of the database that may serve reads; none by default. */
export interface ReplicaSettings {
  urls: string[]
  maxLagMs: number
}

const maxLag = { usual: 2_000, least: 100, most: 60_000 }

export function readReplicaSettings(env: Record<string, string | undefined>): ReplicaSettings {
  const urls = (env['REPLICA_URL'] ?? '').split(',').map((url) => url.trim())
  const named = urls.filter((url) => url !== '')
  for (const url of named) {
    if (!URL.canParse(url) || !/^postgres(ql)?:$/.test(new URL(url).protocol)) {
      throw new StartupError(
        'REPLICA_URL must be URLs such as postgres://user:password@host:5432/database, comma-separated.',
      )
    }
  }
  if (named.length > 0 && !env['DATABASE_URL']) throw new StartupError('REPLICA_URL requires DATABASE_URL.')
  const maxLagMs = Number(env['REPLICA_MAX_LAG_MS'] || maxLag.usual)
  if (!Number.isInteger(maxLagMs) || maxLagMs < maxLag.least || maxLagMs > maxLag.most) {
    throw new StartupError(
      `REPLICA_MAX_LAG_MS must be a whole number from ${maxLag.least} to ${maxLag.most}, not "${env['REPLICA_MAX_LAG_MS']}".`,
    )
  }
  return { urls: named, maxLagMs }
}
