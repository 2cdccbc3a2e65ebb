import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'
import { makeSeal } from '../seal.ts'
import { openFolderStore } from './folder-store.ts'
import { sealStore } from './sealed-store.ts'

const folder = await mkdtemp(join(tmpdir(), 'kobo-sealed-'))
afterAll(() => rm(folder, { recursive: true }))

const bare = openFolderStore(folder)
const store = sealStore(bare, makeSeal('a secret'))
const keys = ['a', 'b', 'c', 'd'].map((digit) => digit.repeat(32))
const [key = '', other = '', cut = '', clear = ''] = keys
const refused = 'does not open'
const pieceBytes = 65_536 + 16
const headerBytes = 56

const bytesOf = (length: number) => Buffer.from(Array.from({ length }, (_, at) => at % 251))
const pathOf = (of: string) => join(folder, of.slice(0, 2), of)
const read = async (of: string, isClear = false) => await buffer(await store.readSealed(of, isClear))

it.each([1, 7, 65_535, 65_536, 65_537, 131_072, 200_000])('opens what it has sealed: %i bytes', async (length) => {
  const bytes = bytesOf(length)
  await store.store([{ key, bytes }])
  expect(await read(key)).toEqual(bytes)
  const incoming = await store.receive(other)
  for (let at = 0; at < length; at += 10_007) await incoming.write(bytes.subarray(at, at + 10_007))
  expect((await incoming.end()).sizeBytes).toBe(length)
  expect(await read(other)).toEqual(bytes)
  expect((await readFile(pathOf(other))).length).toBe(
    headerBytes + length + 16 * Math.max(1, Math.ceil(length / 65_536)),
  )
})

it('rejects bytes that were altered, cut off, reordered, exchanged, or are in clear', async () => {
  const bytes = bytesOf(200_000)
  await store.store(keys.slice(0, 3).map((each) => ({ key: each, bytes })))
  const sealed = await readFile(pathOf(key))
  const piece = (nth: number) => sealed.subarray(headerBytes + nth * pieceBytes, headerBytes + (nth + 1) * pieceBytes)
  const header = sealed.subarray(0, headerBytes)
  const altered = Buffer.from(sealed)
  altered[100_000] = (altered[100_000] ?? 0) ^ 1
  for (const bent of [
    altered,
    sealed.subarray(0, headerBytes),
    sealed.subarray(0, headerBytes + pieceBytes),
    sealed.subarray(0, -1),
    Buffer.concat([header, piece(1), piece(0), sealed.subarray(headerBytes + 2 * pieceBytes)]),
    Buffer.concat([header, piece(0), sealed.subarray(headerBytes + 2 * pieceBytes)]),
    await readFile(pathOf(other)),
    bytes,
    bytes.subarray(0, 5),
  ]) {
    await writeFile(pathOf(cut), bent)
    await expect(read(cut)).rejects.toThrow(refused)
  }
  const elsewhere = sealStore(bare, makeSeal('another secret'))
  await expect(buffer(await elsewhere.readSealed(key, false))).rejects.toThrow(refused)
})

it('opens with a second secret, and bytes in clear where they are allowed', async () => {
  const bytes = bytesOf(100)
  await store.store([{ key, bytes }])
  const next = sealStore(bare, makeSeal(['another secret', 'a secret']))
  expect(await buffer(await next.readSealed(key, false))).toEqual(bytes)
  const asBefore = sealStore(
    bare,
    makeSeal('a secret', () => 1),
  )
  for (const length of [1, 100, 100_000]) {
    await asBefore.store([{ key: clear, bytes: bytesOf(length) }])
    expect(await readFile(pathOf(clear))).toEqual(bytesOf(length))
    expect(await read(clear, true)).toEqual(bytesOf(length))
  }
})
