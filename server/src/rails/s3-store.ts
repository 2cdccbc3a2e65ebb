import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { S3Client } from '@aws-sdk/client-s3'
import type { S3Settings } from '../settings-file-store.ts'
import {
  checkedKey,
  type FileStore,
  type IncomingFile,
  MissingFileError,
  severalAtOnce,
  StoreUnavailableError,
} from './file-store.ts'

/** Times out a connection, the response to one attempt, and a connection that has stopped sending. */
const connectMs = 3_000
const responseMs = 20_000
const silenceMs = 60_000
const attempts = 4
/** Deadlines of a whole operation, its retries included. */
const writeMs = 60_000
const smallMs = 15_000
/** A file takes at most 10,000 parts, hence 80 GB; each part is in memory until it is stored. */
const partBytes = 8 * 1024 * 1024
const writersAtOnce = 4
const reconnects = 3
const reconnectMs = 500

/** Opens a bucket that speaks the S3 protocol as the store of files. The library is loaded only here. */
export async function openS3Store(settings: S3Settings): Promise<FileStore> {
  const sdk = await import('@aws-sdk/client-s3')
  const client = new sdk.S3Client({
    region: settings.region,
    ...(settings.endpoint !== null && { endpoint: settings.endpoint, forcePathStyle: true }),
    // Without keys of its own, the library finds those of the machine's role.
    ...(settings.credentials !== null && { credentials: settings.credentials }),
    maxAttempts: attempts,
    // Stores other than Amazon's lack its newer checksums; the signature covers the SHA-256 of each body anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: responseMs,
      throwOnRequestTimeout: true,
      socketTimeout: silenceMs,
    },
  })
  const at = (key: string) => ({ Bucket: settings.bucket, Key: `${settings.prefix}${checkedKey(key)}` })
  const put = async (key: string, bytes: Uint8Array) => {
    const object = { ...at(key), Body: bytes, ContentType: 'application/octet-stream' }
    await within(writeMs, (signal) => client.send(new sdk.PutObjectCommand(object), signal))
  }
  const get = async (key: string, range: { Range?: string; IfMatch?: string } = {}) => {
    // A deadline would also end the body; the time until it begins is limited for each attempt.
    const found = await client.send(new sdk.GetObjectCommand({ ...at(key), ...range })).catch((error: unknown) => {
      throw isMissing(error) ? new MissingFileError(key, error) : unavailable(error)
    })
    if (!(found.Body instanceof Readable)) throw new StoreUnavailableError(new Error('The response has no body'))
    return { body: found.Body, sizeBytes: found.ContentLength, etag: found.ETag }
  }

  return {
    async store(contents, onStored = () => {}) {
      let done = 0
      await severalAtOnce(writersAtOnce, contents, async ({ key, bytes }) => {
        await put(key, bytes)
        done += 1
        onStored(done)
      })
    },
    receive: async (key) => openParts(sdk, client, at(key), (bytes) => put(key, bytes)),
    async read(key) {
      const first = await get(key)
      const from = (offset: number) =>
        get(key, { Range: `bytes=${offset}-`, ...(first.etag !== undefined && { IfMatch: first.etag }) })
      return resumed(first, from)
    },
    async erase(key) {
      try {
        await within(smallMs, (signal) => client.send(new sdk.DeleteObjectCommand(at(key)), signal))
      } catch (error) {
        if (!(error instanceof StoreUnavailableError && isMissing(error.cause))) throw error
      }
    },
    async check() {
      await within(smallMs, (signal) => client.send(new sdk.HeadBucketCommand({ Bucket: settings.bucket }), signal))
    },
    close: () => client.destroy(),
  }
}

/** Sends a file in parts as it is written; a file smaller than one part by a single request. */
function openParts(
  sdk: typeof import('@aws-sdk/client-s3'),
  client: S3Client,
  object: { Bucket: string; Key: string },
  put: (bytes: Uint8Array) => Promise<void>,
): IncomingFile {
  const hash = createHash('sha256')
  let sizeBytes = 0
  let held: Uint8Array[] = []
  let heldBytes = 0
  let uploadId: string | null = null
  const parts: { ETag: string; PartNumber: number }[] = []

  const takeHeld = () => {
    const bytes = Buffer.concat(held)
    held = []
    heldBytes = 0
    return bytes
  }
  const begin = async () => {
    const order = new sdk.CreateMultipartUploadCommand({ ...object, ContentType: 'application/octet-stream' })
    const { UploadId } = await within(smallMs, (signal) => client.send(order, signal))
    if (UploadId === undefined) throw new StoreUnavailableError(new Error('The store named no upload'))
    return UploadId
  }
  const sendPart = async () => {
    uploadId ??= await begin()
    const part = { PartNumber: parts.length + 1 }
    const order = new sdk.UploadPartCommand({ ...object, UploadId: uploadId, ...part, Body: takeHeld() })
    const { ETag } = await within(writeMs, (signal) => client.send(order, signal))
    if (ETag === undefined) throw new StoreUnavailableError(new Error('The store named no part'))
    parts.push({ ETag, ...part })
  }
  return {
    async write(bytes) {
      hash.update(bytes)
      sizeBytes += bytes.byteLength
      held.push(bytes)
      heldBytes += bytes.byteLength
      if (heldBytes >= partBytes) await sendPart()
    },
    async end() {
      if (uploadId === null) await put(takeHeld())
      else {
        if (heldBytes > 0) await sendPart()
        const order = { ...object, UploadId: uploadId, MultipartUpload: { Parts: parts } }
        await within(writeMs, (signal) => client.send(new sdk.CompleteMultipartUploadCommand(order), signal))
      }
      return { sizeBytes, sha256: hash.digest('hex') }
    },
    async abandon() {
      held = []
      const order = { ...object, UploadId: uploadId ?? undefined }
      // The error that ended the file matters, not this one: the bucket's own rule removes what remains.
      if (uploadId !== null) {
        await within(smallMs, (signal) => client.send(new sdk.AbortMultipartUploadCommand(order), signal)).catch(
          () => {},
        )
      }
    },
  }
}

interface Body {
  body: Readable
  sizeBytes: number | undefined
}

/** Streams an object, continuing behind the last byte received when the connection breaks. */
function resumed(first: Body, from: (offset: number) => Promise<Body>): Readable {
  let { body } = first
  async function* chunks() {
    let offset = 0
    for (let broken = 0; ; ) {
      try {
        for await (const bytes of body as AsyncIterable<Uint8Array>) {
          offset += bytes.byteLength
          broken = 0
          yield bytes
        }
        if (first.sizeBytes === undefined || offset >= first.sizeBytes) return
        throw new Error('The stored file ended early')
      } catch (error) {
        broken += 1
        if (broken > reconnects) throw unavailable(error)
        await delay(reconnectMs)
        body = (await from(offset)).body
      }
    }
  }
  const stream = Readable.from(chunks(), { objectMode: false })
  // A stream that is destroyed before its first byte is read never runs the generator.
  stream.once('close', () => body.destroy())
  return stream
}

/** Runs an operation under a deadline for all of its attempts. */
async function within<T>(ms: number, work: (options: { abortSignal: AbortSignal }) => Promise<T>): Promise<T> {
  try {
    return await work({ abortSignal: AbortSignal.timeout(ms) })
  } catch (error) {
    throw unavailable(error)
  }
}

function unavailable(error: unknown): StoreUnavailableError {
  return error instanceof StoreUnavailableError ? error : new StoreUnavailableError(error)
}

/** Whether the object is missing; a missing bucket is a fault of the store. */
function isMissing(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound')
}
