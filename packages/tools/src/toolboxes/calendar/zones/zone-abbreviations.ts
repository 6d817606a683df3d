/** Abbreviations of time zones. Many stand for several; the first is the one taken when nothing speaks for another. */

export type ZoneMeaning = {
  /** An offset such as `-05:00`, or the name of a zone for those that mean the local time whatever the season. */
  readonly zone: string
  readonly name: string
  /** A place where it is used, and the countries that mean this one. */
  readonly place: string
  readonly countries: string
}

const table = `
UTC   +00:00 Coordinated Universal Time            UTC
GMT   +00:00 Greenwich Mean Time                   Europe/London GB,IE,GH
Z     +00:00 Coordinated Universal Time            UTC
ET    America/New_York Eastern Time                America/New_York US,CA
CT    America/Chicago Central Time                 America/Chicago US,CA
MT    America/Denver Mountain Time                 America/Denver US,CA
PT    America/Los_Angeles Pacific Time             America/Los_Angeles US,CA
EST   -05:00 Eastern Standard Time (North America) America/New_York US,CA
EST   +10:00 Eastern Standard Time (Australia)     Australia/Sydney AU
EDT   -04:00 Eastern Daylight Time (North America) America/New_York US,CA
EDT   +11:00 Eastern Daylight Time (Australia)     Australia/Sydney AU
CST   -06:00 Central Standard Time (North America) America/Chicago US,CA,MX
CST   +08:00 China Standard Time                   Asia/Shanghai CN,TW
CST   -05:00 Cuba Standard Time                    America/Havana CU
CDT   -05:00 Central Daylight Time (North America) America/Chicago US,CA
CDT   -04:00 Cuba Daylight Time                    America/Havana CU
MST   -07:00 Mountain Standard Time                America/Denver US,CA
MST   +08:00 Malaysia Standard Time                Asia/Kuala_Lumpur MY
MDT   -06:00 Mountain Daylight Time                America/Denver US,CA
PST   -08:00 Pacific Standard Time                 America/Los_Angeles US,CA
PST   +08:00 Philippine Standard Time              Asia/Manila PH
PDT   -07:00 Pacific Daylight Time                 America/Los_Angeles US,CA
AKST  -09:00 Alaska Standard Time                  America/Anchorage US
AKDT  -08:00 Alaska Daylight Time                  America/Anchorage US
HST   -10:00 Hawaii Standard Time                  Pacific/Honolulu US
AST   -04:00 Atlantic Standard Time                America/Halifax CA,PR,DO
AST   +03:00 Arabia Standard Time                  Asia/Riyadh SA,IQ,KW,QA,BH,YE
ADT   -03:00 Atlantic Daylight Time                America/Halifax CA
NST   -03:30 Newfoundland Standard Time            America/St_Johns CA
NDT   -02:30 Newfoundland Daylight Time            America/St_Johns CA
BRT   -03:00 Brasília Time                         America/Sao_Paulo BR
ART   -03:00 Argentina Time                        America/Argentina/Buenos_Aires AR
CLT   -04:00 Chile Standard Time                   America/Santiago CL
CLST  -03:00 Chile Summer Time                     America/Santiago CL
COT   -05:00 Colombia Time                         America/Bogota CO
PET   -05:00 Peru Time                             America/Lima PE
WET   +00:00 Western European Time                 Europe/Lisbon PT
WEST  +01:00 Western European Summer Time          Europe/Lisbon PT
BST   +01:00 British Summer Time                   Europe/London GB
BST   +06:00 Bangladesh Standard Time              Asia/Dhaka BD
IST   +05:30 India Standard Time                   Asia/Kolkata IN
IST   +02:00 Israel Standard Time                  Asia/Jerusalem IL
IST   +01:00 Irish Standard Time                   Europe/Dublin IE
IDT   +03:00 Israel Daylight Time                  Asia/Jerusalem IL
CET   +01:00 Central European Time                 Europe/Berlin DE,FR,IT,ES,NL,BE,AT,CH,PL,CZ,DK,NO,SE,HU
CEST  +02:00 Central European Summer Time          Europe/Berlin DE,FR,IT,ES,NL,BE,AT,CH,PL,CZ,DK,NO,SE,HU
MEZ   +01:00 Central European Time                 Europe/Berlin DE,AT,CH
MESZ  +02:00 Central European Summer Time          Europe/Berlin DE,AT,CH
EET   +02:00 Eastern European Time                 Europe/Athens GR,FI,RO,BG,UA,EE,LV,LT
EEST  +03:00 Eastern European Summer Time          Europe/Athens GR,FI,RO,BG,UA,EE,LV,LT
MSK   +03:00 Moscow Time                           Europe/Moscow RU
TRT   +03:00 Türkiye Time                          Europe/Istanbul TR
SAST  +02:00 South Africa Standard Time            Africa/Johannesburg ZA
CAT   +02:00 Central Africa Time                   Africa/Maputo MZ,ZW,ZM
EAT   +03:00 East Africa Time                      Africa/Nairobi KE,TZ,UG,ET
WAT   +01:00 West Africa Time                      Africa/Lagos NG
GST   +04:00 Gulf Standard Time                    Asia/Dubai AE,OM
GST   -02:00 South Georgia Time                    Atlantic/South_Georgia GS
IRST  +03:30 Iran Standard Time                    Asia/Tehran IR
PKT   +05:00 Pakistan Standard Time                Asia/Karachi PK
NPT   +05:45 Nepal Time                            Asia/Kathmandu NP
ICT   +07:00 Indochina Time                        Asia/Bangkok TH,VN,KH,LA
WIB   +07:00 Western Indonesia Time                Asia/Jakarta ID
HKT   +08:00 Hong Kong Time                        Asia/Hong_Kong HK
SGT   +08:00 Singapore Time                        Asia/Singapore SG
PHT   +08:00 Philippine Time                       Asia/Manila PH
AWST  +08:00 Australian Western Standard Time      Australia/Perth AU
JST   +09:00 Japan Standard Time                   Asia/Tokyo JP
KST   +09:00 Korea Standard Time                   Asia/Seoul KR
ACST  +09:30 Australian Central Standard Time      Australia/Adelaide AU
ACDT  +10:30 Australian Central Daylight Time      Australia/Adelaide AU
AEST  +10:00 Australian Eastern Standard Time      Australia/Sydney AU
AEDT  +11:00 Australian Eastern Daylight Time      Australia/Sydney AU
NZST  +12:00 New Zealand Standard Time             Pacific/Auckland NZ
NZDT  +13:00 New Zealand Daylight Time             Pacific/Auckland NZ
SST   -11:00 Samoa Standard Time                   Pacific/Pago_Pago AS
SST   +08:00 Singapore Standard Time               Asia/Singapore SG
`

const line = /^(\S+)\s+(\S+)\s+(.+?)\s+(UTC|[A-Z]\w+\/\S+)(?:\s+([A-Z,]+))?$/

const meanings: ReadonlyMap<string, readonly ZoneMeaning[]> = Map.groupBy(
  readTable(),
  ({ abbreviation }) => abbreviation,
)

/** What an abbreviation may stand for; none when it is no abbreviation. */
export function meaningsOf(abbreviation: string): readonly ZoneMeaning[] {
  return meanings.get(abbreviation.toUpperCase()) ?? []
}

function readTable(): readonly (ZoneMeaning & { readonly abbreviation: string })[] {
  return table
    .trim()
    .split('\n')
    .map((row) => {
      const [, abbreviation = '', zone = '', name = '', place = '', countries = ''] = line.exec(row) ?? []
      return { abbreviation, zone, name, place, countries }
    })
}
