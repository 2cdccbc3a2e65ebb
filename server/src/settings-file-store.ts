import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartupError } from './startup-error.ts'

/** Bucket of a service that speaks the S3 protocol. */
export interface S3Settings {
  kind: 's3'
  bucket: string
  /** Beginning of all keys, empty or ending with a slash. */
  prefix: string
  /** Null for Amazon's own service in the region. */
  endpoint: string | null
  region: string
  /** Null for those of the machine's role. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null
}

/** Where stored files are. */
export type FileStoreSettings = { kind: 'folder'; folder: string } | S3Settings

type Environment = Record<string, string | undefined>

/** Reads where stored files are: FILES_URL, or a folder of the data directory. */
export function readFileStoreSettings(env: Environment, dataDir: string): FileStoreSettings {
  return env['FILES_URL']
    ? fileStoreSettingsOf(env['FILES_URL'], env)
    : { kind: 'folder', folder: join(dataDir, 'files') }
}

/** Returns the store that a URL names, with the access to a bucket that the variables `S3_…` describe. */
export function fileStoreSettingsOf(url: string, env: Environment): FileStoreSettings {
  if (url.startsWith('file:///')) return { kind: 'folder', folder: fileURLToPath(url) }
  const [, bucket, path = ''] = /^s3:\/\/([a-z\d][a-z\d.-]{1,61}[a-z\d])((?:\/[\w.-]+)*)\/?$/.exec(url) ?? []
  if (bucket === undefined) {
    throw new StartupError(`FILES_URL must be s3://bucket, s3://bucket/folder or file:///folder, not "${url}".`)
  }
  return {
    kind: 's3',
    bucket,
    prefix: path === '' ? '' : `${path.slice(1)}/`,
    endpoint: endpointOf(env),
    region: env['S3_REGION'] || 'us-east-1',
    credentials: credentialsOf(env),
  }
}

function endpointOf(env: Environment): string | null {
  const endpoint = env['S3_ENDPOINT']
  if (!endpoint) return null
  if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol)) {
    throw new StartupError(`S3_ENDPOINT must be a URL such as https://objects.example.com, not "${endpoint}".`)
  }
  if (env['NODE_ENV'] === 'production' && new URL(endpoint).protocol !== 'https:') {
    throw new StartupError('NODE_ENV=production requires an https URL in S3_ENDPOINT.')
  }
  return endpoint
}

function credentialsOf(env: Environment): S3Settings['credentials'] {
  const [accessKeyId, secretAccessKey] = [env['S3_ACCESS_KEY_ID'], env['S3_SECRET_ACCESS_KEY']]
  if (!accessKeyId && !secretAccessKey) return null
  if (!accessKeyId || !secretAccessKey) {
    throw new StartupError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together.')
  }
  return { accessKeyId, secretAccessKey }
}
