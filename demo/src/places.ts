import type { Random } from './random.ts'

interface City {
  name: string
  state: string
  /** Districts and well-known markets, also used in business names. */
  quarters: readonly string[]
}

const city = (name: string, state: string, quarters: string): City => ({ name, state, quarters: quarters.split(', ') })

/** Cities with their weights. */
export const cities: readonly (readonly [City, number])[] = [
  [
    city(
      'Lagos',
      'Lagos',
      'Ikeja, Lekki, Yaba, Surulere, Apapa, Ajah, Oshodi, Mushin, Ikorodu, Balogun, Maryland, Ojota, Festac',
    ),
    34,
  ],
  [city('Abuja', 'FCT', 'Garki, Wuse, Maitama, Gwarinpa, Kubwa, Jabi, Utako, Asokoro, Nyanya'), 14],
  [city('Port Harcourt', 'Rivers', 'Rumuokoro, Diobu, Trans Amadi, Elelenwo, Rumuola, Choba'), 8],
  [city('Ibadan', 'Oyo', 'Bodija, Dugbe, Challenge, Mokola, Agodi, Ring Road, Gbagi'), 8],
  [city('Kano', 'Kano', 'Sabon Gari, Nassarawa, Fagge, Kurmi, Dawanau, Tarauni'), 8],
  [city('Onitsha', 'Anambra', 'Main Market, Fegge, Woliwo, Omagba'), 4],
  [city('Enugu', 'Enugu', 'Ogui, Independence Layout, New Haven, Achara, Ogbete'), 4],
  [city('Abeokuta', 'Ogun', 'Itoku, Kuto, Lafenwa, Oke-Ilewo, Panseke'), 4],
  [city('Kaduna', 'Kaduna', 'Barnawa, Kawo, Malali, Tudun Wada, Sabon Tasha'), 4],
  [city('Benin City', 'Edo', 'Ugbowo, Oredo, Sapele Road, Ikpoba Hill, Uselu'), 4],
  [city('Aba', 'Abia', 'Ariaria, Osisioma, Eziukwu, Ogbor Hill'), 3],
  [city('Jos', 'Plateau', 'Terminus, Rayfield, Bukuru, Angwan Rogo'), 3],
  [city('Uyo', 'Akwa Ibom', 'Ewet, Itam, Shelter Afrique, Oron Road'), 2],
  [city('Calabar', 'Cross River', 'Marian, Watt, Ekpo Abasi, Eight Miles'), 2],
  [city('Ilorin', 'Kwara', 'Tanke, Taiwo, Fate, Gambari'), 2],
  [city('Warri', 'Delta', 'Effurun, Ekpan, Airport Road, Enerhen'), 2],
  [city('Akure', 'Ondo', 'Alagbaka, Oba Ile, Ijapo, Oyemekun'), 1],
  [city('Maiduguri', 'Borno', 'Monday Market, Gwange, Bolori, Wulari'), 1],
  [city('Makurdi', 'Benue', 'Wurukum, High Level, North Bank, Modern Market'), 1],
  [city('Sokoto', 'Sokoto', 'Runjin Sambo, Arkilla, Mabera, Gawon Nama'), 1],
]

const roads: readonly string[] =
  `Itoku Market Road, Awolowo Road, Ahmadu Bello Way, Herbert Macaulay Way, Adeniran Ogunsanya Street,
Allen Avenue, Broad Street, Station Road, Old Lagos Road, Market Street, Hospital Road, Mission Road,
Zik Avenue, Aminu Kano Crescent, Independence Way, Ogui Road, Palm Grove Street, Church Street,
Emir Palace Road, Sapele Road, Airport Road, Cold Room Lane, Timber Market Road, Unity Close, Governor Road,
Railway Line Street, Motor Park Road, Textile Mill Road, Polytechnic Road, Lagoon View Close, Ring Road,
Bank Road, Commercial Avenue, Farm Settlement Road, Kolanut Street, Freedom Avenue`.split(/,\s+/)

interface Place {
  address: string
  city: string
  state: string
  quarter: string
}

/** Generates a street address in one of the cities. */
export function aPlace(random: Random): Place {
  const where = random.weighted(cities)
  const quarter = random.pick(where.quarters)
  const number = random.chance(0.12) ? `Suite ${random.letters(1)}${random.whole(1, 40)}, ` : ''
  return {
    address: `${number}${random.whole(1, 148)} ${random.pick(roads)}, ${quarter}`,
    city: where.name,
    state: where.state,
    quarter,
  }
}
