import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aDatabase, type TestDatabase } from '../testing/database.ts'
import { indexedNameIs, nameBegins, nameIs, nameMatches } from './text-match.ts'
import { searchText } from './search-text.ts'

let own: TestDatabase

beforeAll(async () => {
  own = await aDatabase()
})

afterAll(() => own.close())

it.each([
  ['Adire House', ' adire house'],
  ['ADIRE  HOUSE', ' adire house'],
  [' Adire House ', ' adire house'],
  ['Adire & Sons', ' adire sons'],
  ['Adire&Sons Ltd.', ' adire sons ltd'],
  ['Kola Nut & Kernel, Ltd', ' kola nut kernel ltd'],
  ['Ọlámídé Adébáyọ̀', ' olamide adebayo'],
  ['O\u0323la\u0301mi\u0301de\u0301', ' olamide'],
  ['Ẹ̀gbá', ' egba'],
  ['ṢẸ́GUN', ' segun'],
  ['Ńkẹ́chi Ụchẹnna', ' nkechi uchenna'],
  ['Ɗanjuma Ƙofa', ' danjuma kofa'],
  ['ɓauna ɗan ƙasa ƴar', ' bauna dan kasa yar'],
  ['Ƴar’adua', ' yaradua'],
  ["Yar'Adua", ' yaradua'],
  ['Sa‘adu', ' saadu'],
  ['Saʼadu', ' saadu'],
  ['Łukasz Đorđe', ' lukasz dorde'],
  ['Sørensen', ' sorensen'],
  ['Əliyev', ' eliyev'],
  ['Adé–Ojó', ' ade ojo'],
  ['Ade—Ojo-Bello', ' ade ojo bello'],
  ['50% off_now', ' 50 off now'],
  ['₦5,000 “bonus”', ' 5 000 bonus'],
  ['A. B. C. Stores', ' a b c stores'],
  ['7-Eleven (Lekki)', ' 7 eleven lekki'],
  ['Ada\u00a0Obi', ' ada obi'],
  ['Café · Élan', ' cafe elan'],
  ['& – ’', ' '],
  ['', ' '],
])('FIND-12 normalises the name %j to %j, as the database does', async (name, read) => {
  const { rows } = await own.pool.query('select search_text($1) as there', [name])
  expect([searchText(name), rows[0]?.there]).toEqual([read, read])
})

it.each([
  ['House Adire', true],
  ['adire hou', true],
  ['adire and house', true],
  ['ad ho', true],
  ['ire', true],
  ['re', false],
  ['adire market', false],
  ['&', false],
  ['%', false],
])('FIND-12 requires every word of %j in a name: %j', async (text, isFound) => {
  const { rows } = await sql<{ is_found: boolean }>`
    select ${nameMatches(sql`'Adire & House'`, text)} as is_found`.execute(own.db)
  expect(rows[0]?.is_found).toBe(isFound)
})

it('FIND-16 distinguishes names with the same first hundred letters, including four-byte ones', async () => {
  const head = '𐤀'.repeat(120)
  const { rows } = await sql`
    select ${indexedNameIs(sql`${`${head} ada`}::text`, `${head} Ada`)} as same,
      ${indexedNameIs(sql`${`${head} ada`}::text`, `${head} Obi`)} as other,
      ${nameBegins(sql`${`${head} ada`}::text`, `${head} A`)} as begins,
      ${nameBegins(sql`${`${head} ada`}::text`, `${head} O`)} as "beginsOther"`.execute(own.db)
  expect(rows).toEqual([{ same: true, other: false, begins: true, beginsOther: false }])
})

it('FIND-12 treats "and" in a name as equal to "&"', async () => {
  const { rows } = await sql`
    select ${nameIs(sql`'Adire & Sons'`, 'adire and sons')} as same, ${nameIs(sql`'Adire & Sons'`, 'sons adire')} as other`.execute(
    own.db,
  )
  expect(rows).toEqual([{ same: true, other: false }])
})
