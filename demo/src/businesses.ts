import { surnames, womensNames } from './names.ts'
import { cities } from './places.ts'
import type { Random } from './random.ts'
import { leads, type Trade, trades } from './trades.ts'

type BusinessType = 'REGISTERED' | 'UNREGISTERED'

export interface Business {
  name: string
  category: string
  type: BusinessType
  /** `RC …` for a company, `BN …` for a registered business name. */
  registrationNumber: string | null
}

/** Creates a generator of businesses with plausible, unique names. */
export function businessMaker(random: Random): (named?: NamedBusiness) => Business {
  const usedNames = new Set<string>()

  return (named) => {
    const form: Form = named?.form ?? random.weighted(forms)
    const trade = random.weighted(trades)
    return {
      name: named?.name ?? unusedName(random, form, trade, usedNames),
      category: named?.category ?? trade.category,
      type: form === 'unregistered' ? 'UNREGISTERED' : 'REGISTERED',
      registrationNumber: aRegistrationNumber(random, form),
    }
  }
}

type Form = 'company' | 'business name' | 'unregistered'

const forms: readonly (readonly [Form, number])[] = [
  ['company', 46],
  ['business name', 19],
  ['unregistered', 35],
]

const endings: Record<Form, readonly (readonly [string, number])[]> = {
  company: [
    ['Ltd', 45],
    ['Limited', 25],
    ['Nigeria Limited', 18],
    ['Nig. Ltd', 5],
    ['Company Ltd', 7],
  ],
  'business name': [
    ['Enterprises', 30],
    ['Ventures', 30],
    ['Global Concept', 6],
    ['and Company', 6],
    ['', 28],
  ],
  unregistered: [['', 100]],
}

/** Names that differ only in their ending would look like one business, so the first part is unique. */
function unusedName(random: Random, form: Form, trade: Trade, usedNames: Set<string>): string {
  for (;;) {
    const head = aHead(random, trade)
    if (usedNames.has(head)) continue
    usedNames.add(head)
    return `${head} ${random.weighted(endings[form])}`.trim()
  }
}

function aHead(random: Random, trade: Trade): string {
  const noun = random.pick(trade.nouns)
  const shape = random.weighted(trade.family ? familyShapes : plainShapes)
  if (shape === 'lead') return `${random.pick(leads)} ${noun}`
  if (shape === 'place') return `${aTown(random)} ${noun}`
  if (shape === 'surname') return `${random.pick(surnames)} ${noun}`
  if (shape === 'sons')
    return `${random.pick(surnames)} ${random.pick(['& Sons', '& Daughters', 'Brothers', 'Family'])} ${noun}`
  if (shape === 'mother')
    return `${random.pick(['Mama', 'Iya', 'Madam', 'Hajia', 'Sisi'])} ${random.pick(womensNames)} ${noun}`
  const [firstSurname = '', secondSurname = ''] = random.several(surnames, 2)
  return `${firstSurname} & ${secondSurname} ${noun}`
}

const plainShapes: readonly (readonly [string, number])[] = [
  ['lead', 62],
  ['place', 30],
  ['surname', 8],
]
const familyShapes: readonly (readonly [string, number])[] = [
  ['lead', 42],
  ['place', 22],
  ['surname', 14],
  ['sons', 10],
  ['mother', 8],
  ['partners', 4],
]

function aTown(random: Random): string {
  const city = random.weighted(cities)
  return random.chance(0.3) ? city.name : random.pick(city.quarters)
}

function aRegistrationNumber(random: Random, form: Form): string | null {
  if (form === 'unregistered') return null
  return form === 'company' ? `RC ${random.whole(214_000, 1_998_000)}` : `BN ${random.whole(2_014_000, 3_990_000)}`
}

export interface NamedBusiness {
  name: string
  category: string
  form: Form
}

const named = (name: string, category: string, form: Form): NamedBusiness => ({ name, category, form })

/** Merchants with the most customers, largest first. */
export const largeBusinesses: readonly NamedBusiness[] = [
  named('Balogun Market Traders Union', 'Financial services', 'business name'),
  named('Danfo Express Logistics', 'Transport and logistics', 'company'),
  named('Kano Grains Exchange', 'Agriculture', 'company'),
  named('Lekki Learning Hub', 'Education', 'business name'),
  named('Garki Fresh Foods', 'Food and groceries', 'company'),
  named('Calabar Cold Stores', 'Food and groceries', 'business name'),
  named('Jos Plateau Coffee Co', 'Agriculture', 'company'),
]

/** Names that test the layout and escaping: very long ones, and ones with special characters. */
export const trickyBusinesses: readonly NamedBusiness[] = [
  named('Ade & Sons "Bros" <Ventures>', 'Building materials', 'business name'),
  named(
    'Association of Cassava, Yam and Plantain Processors and Marketers of the Greater Ogbomoso Agricultural Development Zone Multipurpose Cooperative Society Limited',
    'Agriculture',
    'company',
  ),
  named("Nne'ka's Kitchen; Select * From Menu --", 'Food and groceries', 'unregistered'),
  named('Ọmọlará Àdìrẹ Couture', 'Fashion and textiles', 'business name'),
  named('=Equal Access Initiative', 'Religious and charitable', 'company'),
  named('100% Pure_Honey Farms', 'Agriculture', 'unregistered'),
  named('<b>Bold</b> Prints & Signage', 'Printing and media', 'business name'),
  named(
    'International Centre for Vocational, Entrepreneurial and Digital Skills Acquisition of Nigeria Limited',
    'Education',
    'company',
  ),
  named('Ink', 'Printing and media', 'unregistered'),
]

/** Newest merchant, whose KYC awaits review. */
export const newestBusiness: NamedBusiness = named('Adire & Indigo Textiles Ltd', 'Fashion and textiles', 'company')
