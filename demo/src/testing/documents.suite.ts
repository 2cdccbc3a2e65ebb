import { readdir } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { count, rows, world } from './world.ts'

export function testDocuments(): void {
  describe('documents', () => {
    it('stores valid PDFs that name their merchant, and valid images', async () => {
      for (const bytes of await bytesOf(`content_type = 'application/pdf'`)) {
        const text = bytes.toString('latin1')
        expect(text.startsWith('%PDF-1.4')).toBe(true)
        expect(text.endsWith('%%EOF\n')).toBe(true)
        const table = Number(/startxref\n(\d+)\n/.exec(text)?.[1])
        expect(text.slice(table, table + 4)).toBe('xref')
        for (const [number, entry] of [...text.slice(table).matchAll(/(\d{10}) 00000 n/g)].entries()) {
          expect(text.slice(Number(entry[1])).startsWith(`${number + 1} 0 obj`)).toBe(true)
        }
        const stream = /\/Length (\d+) >>\nstream\n([\s\S]*)\nendstream/.exec(text)
        expect(stream?.[2]?.length).toBe(Number(stream?.[1]))
      }
      const [paper] = await bytesOf(`id in (
      select file_id from merchant_document join merchant on merchant.id = merchant_id
      where business_name = 'Danfo Express Logistics' and mode = 'PRODUCTION' and position = 0)`)
      expect(paper?.toString('latin1')).toContain('(Danfo Express Logistics) Tj')
      for (const bytes of await bytesOf(`content_type like 'image/%'`)) {
        const { format, width } = await sharp(bytes).metadata()
        expect(['png', 'webp']).toContain(format)
        expect(width).toBeGreaterThanOrEqual(128)
      }
    })

    it('stores the files that rows reference and no others', async () => {
      const stored = await readdir(world().folder, { recursive: true })
      const keys = await rows<{ path: string }>(`select left(storage_key, 2) || '/' || storage_key as path from file`)
      expect(stored.filter((path) => path.length > 2).toSorted()).toEqual(keys.map(({ path }) => path).toSorted())
      const used = `file f where not exists (select from merchant where f.id in (logo_file_id, identity_file_id, consent_file_id))
      and not exists (select from merchant_document where file_id = f.id)
      and not exists (select from merchant_upgrade_document where file_id = f.id)
      and not exists (select from director where identity_file_id = f.id)
      and not exists (select from dispute_attachment where file_id = f.id)`
      expect(await count(used)).toBe(0)
    })
  })
}

async function bytesOf(condition: string): Promise<Buffer[]> {
  const found = await rows<{ storage_key: string; sealed_with: string | null }>(
    `select storage_key, sealed_with from file where ${condition} limit 40`,
  )
  return Promise.all(found.map(async (file) => buffer(await world().files.read(file))))
}
