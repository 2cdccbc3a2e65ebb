/** Nigerian ethnic group with matching first names and surnames. */
export interface NameGroup {
  women: readonly string[]
  men: readonly string[]
  surnames: readonly string[]
}

const words = (text: string) => text.trim().split(/\s+/)

const yoruba: NameGroup = {
  women: words(`Folasade Abike Bolanle Damilola Ebunoluwa Funmilayo Ibironke Kehinde Morenike Olabisi Omolara Oluwaseun
    Ronke Simisola Temitope Titilayo Yetunde Adebisi Ayomide Modupe Oyinkansola Toluwani Iyabo Abosede Mojisola`),
  men: words(`Olumide Adekunle Ayodele Babatunde Damola Femi Gbenga Idowu Kayode Kolawole Lekan Niyi Oladapo Olawale
    Rotimi Segun Seun Taiwo Tayo Tosin Adewale Akinola Bamidele Dapo Jide`),
  surnames: words(`Ogunleye Adeyemi Akinsanya Balogun Bankole Coker Dosunmu Fagbemi Ajayi Ilesanmi Jegede Kuti Ladipo
    Makinde Odukoya Ogundipe Okunola Oladipo Olaniyan Omotosho Onabanjo Oyelaran Sanusi Shonibare Sowande Adegoke
    Akinwunmi Alabi Aremu Awosika Ayinde Durojaiye Fadeyi Falade Idowu Lawanson Odetola Ogunbiyi Olatunji Osho`),
}

const igbo: NameGroup = {
  women: words(`Adaeze Amarachi Chiamaka Chidinma Chinelo Chinyere Ebere Ezinne Ifeoma Ijeoma Kosisochukwu Ngozi Nkechi
    Nneka Nnenna Obioma Ogechi Oluchi Onyinye Uche Uju Ukamaka Adanna Amaka Somtochukwu`),
  men: words(`Chibuzo Chidi Chijioke Chike Chinedu Ebuka Emeka Ifeanyi Ikenna Izuchukwu Kelechi Kenechukwu Nnamdi Obinna
    Okechukwu Olisa Onyeka Tobenna Uchenna Ugochukwu Uzoma Afam Azubuike Chukwudi Dubem`),
  surnames: words(`Okonkwo Anyanwu Chukwu Eze Ezenwa Ibekwe Igwe Iwu Madu Mbah Nnaji Nwachukwu Nwankwo Nwosu Obiora Odo
    Okafor Okeke Okoro Okpara Onuoha Onwuka Onyema Orji Ozor Ugwu Umeh Uzor Achebe Agu Akpa Aneke Asogwa Duru Ekwueme
    Ezeani Iloh Mgbeke Nwobi Udeh`),
}

const northern: NameGroup = {
  women: words(`Aisha Amina Asmau Bilkisu Fatima Hadiza Hafsat Halima Hauwa Jamila Khadija Maimuna Maryam Nafisa Rabi
    Rahma Rukayya Sadiya Safiya Salamatu Ummi Zainab Zahra Zulaihat Laraba`),
  men: words(`Abdullahi Abubakar Aliyu Aminu Bashir Dahiru Faruk Garba Habib Hamza Haruna Ibrahim Idris Isah Jibril
    Kabiru Lawal Mansur Mustapha Nasiru Nuhu Sani Shehu Umar Yakubu`),
  surnames: words(`Abba Abdulkadir Adamu Ahmed Bala Bello Bichi Daura Dogo Gambo Garba Gumel Gusau Hassan Inuwa Jega
    Kaita Katsina Kurfi Lawal Magaji Maikano Mamman Marafa Mohammed Musa Ringim Sabo Saleh Sambo Suleiman Tijjani Umar
    Usman Wada Wali Yahaya Yaro Yusuf Zubairu`),
}

const southern: NameGroup = {
  women: words(`Ebiere Efe Ejiro Eno Ese Esohe Idara Imaobong Inemesit Itohan Mfon Nsikak Ochanya Oghenekome Omone
    Osayi Preye Tarila Tega Timi Uduak Utibe Boma Ibinabo Sokari`),
  men: words(`Akpan Bassey Ebitimi Edet Efosa Ekpo Etim Ighodaro Imoh Nosa Ochefu Odion Oghale Okon Omamuzo Osaze
    Ovie Tamuno Tari Terna Terver Tonye Ubong Udo Zino`),
  surnames: words(`Abbey Agbor Aigbe Akpabot Amadi Antia Asuquo Atsen Bassey Briggs Dokubo Ebong Edem Efiong Egbe Ekanem
    Ekong Enang Erhabor Essien Ewere Horsfall Idemudia Igbinoba Ikpeme Inyang Iyoha Jumbo Obaseye Ogbeide Okoi Omoruyi
    Onoja Osagie Otobo Oyakhire Tyoor Udofia Unongu Wokoma`),
}

/** Name groups with their weights. */
export const nameGroups: readonly (readonly [NameGroup, number])[] = [
  [yoruba, 34],
  [igbo, 30],
  [northern, 22],
  [southern, 14],
]

export const surnames: readonly string[] = nameGroups.flatMap(([group]) => group.surnames)
export const womensNames: readonly string[] = nameGroups.flatMap(([group]) => group.women)
