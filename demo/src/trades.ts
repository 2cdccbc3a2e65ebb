/** Line of business: its category, and the nouns used in the names of such businesses. */
export interface Trade {
  category: string
  nouns: readonly string[]
  /** Whether such businesses are often named after a family (`Okafor & Sons Pharmacy`). */
  family: boolean
}

const trade = (category: string, family: boolean, nouns: string): Trade => ({
  category,
  family,
  nouns: nouns.split(', '),
})

/** Lines of business with their weights. */
export const trades: readonly (readonly [Trade, number])[] = [
  [
    trade(
      'Fashion and textiles',
      true,
      'Textiles, Fabrics, Fashion House, Tailoring, Lace and Ankara, Leather Works, Shoes and Bags, Bridals, Adire Studio',
    ),
    13,
  ],
  [
    trade(
      'Food and groceries',
      true,
      'Foods, Fresh Foods, Supermarket, Provisions, Cold Stores, Bakery, Kitchen, Spices, Catering, Grocers, Bukateria',
    ),
    15,
  ],
  [
    trade(
      'Agriculture',
      true,
      'Farms, Agro Processors, Grains, Poultry, Fisheries, Cassava Mills, Palm Oil, Cocoa Merchants, Seedlings, Yam Barn',
    ),
    11,
  ],
  [
    trade(
      'Building materials',
      true,
      'Building Materials, Timber, Cement Depot, Tiles, Aluminium Works, Roofing, Blocks and Interlocks, Paints',
    ),
    8,
  ],
  [
    trade(
      'Electronics',
      true,
      'Electronics, Phones and Gadgets, Computers, Inverters, Appliances, Solar Energy, Cables',
    ),
    9,
  ],
  [
    trade(
      'Health and pharmacy',
      true,
      'Pharmacy, Medical Supplies, Diagnostics, Clinic, Optical Centre, Dental Care, Herbal Remedies',
    ),
    7,
  ],
  [
    trade(
      'Transport and logistics',
      false,
      'Logistics, Express Delivery, Haulage, Motors, Dispatch Riders, Freight, Car Hire, Cargo',
    ),
    9,
  ],
  [
    trade(
      'Education',
      false,
      'Academy, Schools, Learning Hub, Tutorials, College, Montessori, Training Institute, Bookshop',
    ),
    7,
  ],
  [trade('Hospitality', true, 'Hotel, Suites, Lounge, Restaurant, Grill, Event Centre, Guest House, Resort'), 6],
  [
    trade('Beauty and personal care', true, 'Beauty, Salon, Cosmetics, Spa, Hair Studio, Barbers, Perfumery, Skincare'),
    6,
  ],
  [trade('Technology', false, 'Technologies, Digital, Software, Cyber Cafe, Data Services, Robotics, Media Lab'), 6],
  [
    trade(
      'Financial services',
      false,
      'Microcredit, Thrift Society, Cooperative, Bureau de Change, Insurance Brokers, Savings Club',
    ),
    4,
  ],
  [trade('Printing and media', true, 'Prints, Publishers, Studios, Signage, Photography, Radio, Packaging'), 4],
  [trade('Energy', false, 'Gas, Petroleum, Filling Station, Energy Services, Cooking Gas'), 3],
  [
    trade(
      'Professional services',
      true,
      'Consulting, Chambers, Architects, Surveyors, Cleaning Services, Security Services, Travels',
    ),
    5,
  ],
  [
    trade(
      'Religious and charitable',
      false,
      'Foundation, Outreach, Ministries, Welfare Association, Relief Initiative',
    ),
    2,
  ],
]

/** First words of business names. */
export const leads: readonly string[] =
  `Harmattan, Ebony, Danfo, Indigo, Baobab, Iroko, Obudu, Zuma, Coral, Cowrie, Kolanut, Savannah, Sahel, Delta,
Lagoon, Eko, Olumo, Kainji, Confluence, Sunrise, Goshen, Covenant, Gracefield, Blessed Hands, Barakah, Al-Amin,
Salama, Nagarta, Arewa, Oduduwa, Igwebuike, Udoka, Ifedapo, Ayo, Ola, Ire, Zenon, Prime Gate, First Light,
Golden Palm, Silver Fern, Royal Crest, New Dawn, Blue Nile, Green Acre, White Stallion, Red Earth, Black Soil,
Morning Star, Evergreen, Landmark, Cornerstone, Pinnacle, Crossroads, Riverbank, Hilltop, Seaside, Niger Bend,
Benue Valley, Plateau, Yankari, Gurara, Ikogosi, Osun Grove, Mambilla, Argungu, Badagry, Bonny, Opobo, Nembe,
Nok, Benin Bronze, Oyo Crown, Durbar, Eyo, Ofala, Ekpe, Gele, Agbada, Isi Agu, Aso Oke, Akwete, Talking Drum,
Shekere, Udu, Ogene, Kora, Kalahari, Okada, Keke, Molue, Unity, Progress, Dividend, Patience, Favour,
Testimony, Providence, Hallmark, Vintage, Classic, Metro, Urban, Village, Heritage, Legacy, Crown, Anchor,
Beacon, Compass, Horizon, Summit`.split(/,\s+/)

/** Merchants at which the demo's cards are used. */
export const acceptors = [
  'Mama Put Kitchen',
  'Shoprite Ikeja',
  'Total Energies Lekki',
  'Jumia',
  'Chicken Republic Yaba',
  'Medplus Pharmacy',
  'Ebeano Supermarket',
  'Bolt',
  'Filmhouse Cinemas',
  'Spar Victoria Island',
  'Arik Air',
  'Konga',
] as const

/** Goods and services for which merchants request payment. */
export const wares = [
  'Ten bags of kola nut',
  'School fees, second term',
  'Ankara, six yards',
  'Delivery to Surulere',
  'Borehole pump',
  'Wedding cake, three tiers',
  'Generator service',
  'Used laptop',
  'Tailoring, agbada',
  'Bags of cement',
  'Hotel room, two nights',
  'Shea butter, wholesale',
  'Solar panel, 300 W',
  'Website, first half',
  'Bus tickets to Ibadan',
]
