import { createCipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeSeal, type Place } from './seal.ts'

const seal = makeSeal('a secret')
const other = makeSeal('another secret')
const asBefore = makeSeal('a secret', () => 1)
const number = '22123456789'
const place: Place = { table: 'wallet', column: 'bvn', id: '0190a' }
const refused = /unable to authenticate|another secret/

/** Exchanges the last character for another one that changes bits of the value. */
const altered = (sealed: string) => `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`

describe('form 2', () => {
  it('opens its own seals and rejects those altered or made with another secret', () => {
    const sealed = seal.close(number, place)
    expect(seal.open(sealed, place)).toBe(number)
    expect(() => seal.open(altered(sealed), place)).toThrow(refused)
    expect(() => other.open(sealed, place)).toThrow('Sealed with another secret')
    const stored = seal.closeNumber(number, place)
    expect(seal.openNumber(stored, place)).toBe(number)
    expect(() => seal.openNumber({ ...stored, sealed: altered(stored.sealed ?? '') }, place)).toThrow(refused)
    expect(() => other.openNumber(stored, place)).toThrow('Sealed with another secret')
    expect(() => seal.openNumber({ hash: number, sealed: null }, place)).toThrow('Not a sealed number')
  })

  it('opens a value in its own row and column only', () => {
    const sealed = seal.close(number, place)
    const stored = seal.closeNumber(number, place)
    for (const elsewhere of [
      { ...place, id: '0190b' },
      { ...place, column: 'nin' },
      { ...place, table: 'merchant' },
      { table: 'walletb', column: 'vn', id: place.id },
    ]) {
      expect(() => seal.open(sealed, elsewhere)).toThrow(refused)
      expect(() => seal.openNumber(stored, elsewhere)).toThrow(refused)
    }
    const another = seal.closeNumber('22123456780', place)
    expect(() => seal.openNumber({ ...stored, hash: another.hash }, place)).toThrow(refused)
    expect(() => seal.openNumber({ ...stored, sealed: another.sealed }, place)).toThrow(refused)
  })

  it('FIND-36 hashes equal numbers equally and different numbers differently under one secret', () => {
    const hashOf = (by: typeof seal, value: string) => by.closeNumber(value, place).hash
    expect(hashOf(seal, number)).toBe(makeSeal('a secret').closeNumber(number, { ...place, id: 'x' }).hash)
    const hashes = [number, '22123456780', 'A22123456'].flatMap((each) => [hashOf(seal, each), hashOf(other, each)])
    expect(new Set(hashes).size).toBe(6)
    expect(seal.closeNumber(number, place).sealed).not.toBe(seal.closeNumber(number, place).sealed)
  })
})

describe('two secrets', () => {
  const both = makeSeal(['another secret', 'a secret'])

  it('opens with either and seals with the first', () => {
    expect(both.open(seal.close(number, place), place)).toBe(number)
    expect(both.open(asBefore.close(number, place), place)).toBe(number)
    expect(both.openNumber(seal.closeNumber(number, place), place)).toBe(number)
    expect(both.openNumber(asBefore.closeNumber(number, place), place)).toBe(number)
    expect(other.open(both.close(number, place), place)).toBe(number)
    expect(other.openNumber(both.closeNumber(number, place), place)).toBe(number)
    expect(both.keys).toEqual([...other.keys, ...seal.keys])
    expect(both.macs('a text')).toEqual([...other.macs('a text'), ...seal.macs('a text')])
    expect(both.proofs('a text')).toEqual([other.prove('a text'), seal.prove('a text')])
  })

  it('knows every hash under which a number may be stored', () => {
    const hashes = both.numberHashes(number)
    for (const by of [other, seal, asBefore, makeSeal('another secret', () => 1)]) {
      expect(hashes).toContain(by.closeNumber(number, place).hash)
    }
    expect(hashes[0]).toBe(both.closeNumber(number, place).hash)
    expect(makeSeal('a secret', () => 1).numberHashes(number)[0]).toBe(asBefore.closeNumber(number, place).hash)
  })
})

describe('form 1, of the release before', () => {
  it('is as that release sealed', () => {
    const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', 'a secret', '', `kobo-console ${purpose}`, 32))
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', derive('seal'), nonce)
    const body = Buffer.concat([cipher.update(number, 'utf8'), cipher.final()])
    const sealed = Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    expect(seal.open(sealed, place)).toBe(number)
    expect(asBefore.closeNumber(number, place)).toEqual({
      hash: 's1.moVF4CsRIcQHGnDMcVqmRMZNMI99RkvxrK8S',
      sealed: null,
    })
    expect(seal.macs('a text')[0]).toBe(createHmac('sha256', 'a secret').update('a text').digest('base64url'))
  })

  it('is rejected if it was altered', () => {
    expect(() => seal.open(altered(asBefore.close(number, place)), place)).toThrow('altered')
    const { hash } = asBefore.closeNumber(number, place)
    expect(() => seal.openNumber({ hash: altered(hash), sealed: null }, place)).toThrow('altered')
    expect(() => other.openNumber({ hash, sealed: null }, place)).toThrow('another secret')
  })

  it('is written until the form is raised', () => {
    let form: 1 | 2 = 1
    const following = makeSeal('a secret', () => form)
    expect(following.close(number, place)).not.toMatch(/^v2\./)
    form = 2
    expect(following.close(number, place)).toMatch(/^v2\.[\da-f]{16}\./)
    expect(following.closeNumber(number, place).hash).toMatch(/^h2\.[\da-f]{16}\./)
  })
})
