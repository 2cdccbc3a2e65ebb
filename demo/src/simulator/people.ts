import { chanceOf, pickFor } from './plan-transfer.ts'

const dayMs = 86_400_000

export interface Person {
  firstName: string
  middleName: string
  lastName: string
  dateOfBirth: string
}

/** Returns a plausible person, always the same one for the same key. */
export function personFor(key: string): Person {
  const group = pickFor(`people ${key}`, groups)
  const born = Date.UTC(1958, 0, 1) + Math.floor(chanceOf(`born ${key}`) * 46 * 365) * dayMs
  return {
    firstName: pickFor(`first ${key}`, group.first),
    middleName: pickFor(`middle ${key}`, group.middle),
    lastName: pickFor(`last ${key}`, group.last),
    dateOfBirth: dayOf(born),
  }
}

/** Returns a day from the register's opening or the person's coming of age, the later of the two, to the end of 2025. */
export function registrationDay(key: string, dateOfBirth: string): string {
  const from = Math.max(Date.parse('2014-02-14'), Date.parse(dateOfBirth) + 18 * 365.25 * dayMs)
  return dayOf(from + chanceOf(`registered ${key}`) * (Date.parse('2025-12-31') - from))
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

type Names = readonly [string, ...string[]]

const groups: readonly [Group, ...Group[]] = [
  {
    first: ['Olumide', 'Folasade', 'Adekunle', 'Temitope', 'Babatunde', 'Yetunde', 'Kayode', 'Simisola'],
    middle: ['Ayodele', 'Oluwaseun', 'Olabisi', 'Damilola', 'Kehinde', 'Tolulope'],
    last: ['Adeyemi', 'Balogun', 'Ogunleye', 'Bankole', 'Fagbemi', 'Olatunji', 'Akinsanya', 'Shonibare'],
  },
  {
    first: ['Chinedu', 'Adaeze', 'Emeka', 'Ngozi', 'Obinna', 'Chidinma', 'Ikenna', 'Ifeoma'],
    middle: ['Chukwuemeka', 'Amarachi', 'Kelechi', 'Nneka', 'Ugochukwu', 'Ogechi'],
    last: ['Okafor', 'Nwosu', 'Eze', 'Obiora', 'Nwachukwu', 'Onuoha', 'Ibekwe', 'Umeh'],
  },
  {
    first: ['Abubakar', 'Aisha', 'Ibrahim', 'Hadiza', 'Yakubu', 'Zainab', 'Nasiru', 'Maryam'],
    middle: ['Umar', 'Amina', 'Sani', 'Fatima', 'Aliyu', 'Rukayya'],
    last: ['Bello', 'Suleiman', 'Mohammed', 'Katsina', 'Garba', 'Yusuf', 'Lawal', 'Sambo'],
  },
  {
    first: ['Efosa', 'Itohan', 'Tonye', 'Ebiere', 'Bassey', 'Uduak', 'Terver', 'Ese'],
    middle: ['Nosa', 'Osayi', 'Tamuno', 'Idara', 'Ovie', 'Mfon'],
    last: ['Igbinoba', 'Briggs', 'Essien', 'Efiong', 'Ogbeide', 'Ekanem', 'Dokubo', 'Osagie'],
  },
]

interface Group {
  first: Names
  middle: Names
  last: Names
}
