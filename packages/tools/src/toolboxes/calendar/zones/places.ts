/** Places people name that are no names of time zones, with the zone of each. Names of zones such as `Asia/Tokyo` need no entry. */

const table = `
America/New_York: new york city, nyc, manhattan, washington, washington dc, dc, boston, philadelphia, miami, atlanta, orlando, baltimore, charlotte, cleveland, pittsburgh, us east coast, east coast
America/Chicago: houston, dallas, austin, san antonio, new orleans, minneapolis, st louis, kansas city, nashville, memphis, milwaukee
America/Denver: salt lake city, albuquerque, colorado springs
America/Phoenix: tucson, arizona
America/Los_Angeles: la, san francisco, sf, san diego, san jose, seattle, portland, las vegas, sacramento, silicon valley, california, us west coast, west coast
Pacific/Honolulu: hawaii
America/Toronto: ottawa, montreal, quebec city, quebec
America/Edmonton: calgary
America/Vancouver: victoria, british columbia
America/Mexico_City: guadalajara, puebla, mexico
America/Sao_Paulo: rio de janeiro, rio, brasilia, belo horizonte, salvador da bahia, brazil
America/Argentina/Buenos_Aires: argentina
America/Bogota: medellin, colombia
America/Lima: peru
America/Santiago: chile
Europe/London: uk, united kingdom, england, scotland, wales, great britain, britain, edinburgh, glasgow, manchester, birmingham, liverpool, bristol, oxford, cambridge, belfast
Europe/Dublin: ireland, cork
Europe/Lisbon: porto, portugal
Europe/Madrid: spain, barcelona, valencia, seville, sevilla, bilbao, malaga
Europe/Paris: france, lyon, marseille, nice, toulouse, bordeaux, strasbourg
Europe/Berlin: germany, deutschland, munich, munchen, hamburg, cologne, koln, frankfurt, stuttgart, dusseldorf, leipzig, dresden
Europe/Vienna: austria, wien, salzburg, graz
Europe/Zurich: switzerland, geneva, basel, bern, lausanne, genf
Europe/Rome: italy, roma, milan, milano, naples, turin, florence, venice, bologna
Europe/Amsterdam: netherlands, holland, rotterdam, the hague, utrecht, eindhoven
Europe/Brussels: belgium, antwerp, ghent, bruges
Europe/Copenhagen: denmark, aarhus
Europe/Stockholm: sweden, gothenburg, malmo
Europe/Oslo: norway, bergen
Europe/Helsinki: finland, tampere
Europe/Warsaw: poland, krakow, gdansk, wroclaw
Europe/Prague: czech republic, czechia, brno
Europe/Budapest: hungary
Europe/Athens: greece, thessaloniki
Europe/Istanbul: turkey, turkiye, ankara, izmir
Europe/Kyiv: ukraine, kiev, lviv, odesa
Europe/Moscow: st petersburg, saint petersburg, sochi
Asia/Jerusalem: israel, tel aviv, haifa
Africa/Cairo: egypt, alexandria, giza
Africa/Johannesburg: south africa, cape town, durban, pretoria
Africa/Nairobi: kenya, mombasa
Africa/Lagos: nigeria, abuja
Africa/Casablanca: morocco, marrakesh, marrakech, rabat
Asia/Dubai: abu dhabi, uae, united arab emirates
Asia/Riyadh: saudi arabia, mecca, makkah, medina, jeddah
Asia/Qatar: doha
Asia/Tehran: iran
Asia/Karachi: pakistan, lahore, islamabad
Asia/Kolkata: india, mumbai, bombay, delhi, new delhi, bangalore, bengaluru, chennai, hyderabad, pune, calcutta, ahmedabad
Asia/Kathmandu: nepal
Asia/Dhaka: bangladesh
Asia/Bangkok: thailand, phuket, chiang mai
Asia/Ho_Chi_Minh: vietnam, hanoi, saigon, ho chi minh city
Asia/Jakarta: bandung
Asia/Makassar: bali, denpasar
Asia/Kuala_Lumpur: malaysia, penang
Asia/Singapore: singapore
Asia/Manila: philippines, cebu
Asia/Hong_Kong: hongkong
Asia/Taipei: taiwan
Asia/Shanghai: china, beijing, peking, shenzhen, guangzhou, chengdu, hangzhou, wuhan
Asia/Seoul: korea, south korea, busan
Asia/Tokyo: japan, osaka, kyoto, nagoya, yokohama, sapporo, fukuoka
Australia/Sydney: canberra
Australia/Brisbane: gold coast
Pacific/Auckland: new zealand, wellington, christchurch
Pacific/Kiritimati: kiribati line islands, christmas island kiribati
Pacific/Pago_Pago: american samoa
`

/** Zones by the plain names of places in them. */
export const zonesByPlace: ReadonlyMap<string, string> = new Map(
  table
    .trim()
    .split('\n')
    .flatMap((row) => {
      const [zone = '', places = ''] = row.split(': ')
      return places.split(', ').map((place) => [place, zone] as const)
    }),
)
