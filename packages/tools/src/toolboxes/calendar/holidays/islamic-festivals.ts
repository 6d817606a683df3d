/** Islamic festivals, by the Umm al-Qura calendar of Saudi Arabia. */
import { type Festival, lunar } from './festival.ts'
import { lunarDates } from './lunar-dates.ts'

const islamic = 'islamic-umalqura'

const note = 'By the Umm al-Qura calendar; where the new moon is watched for it may be a day earlier or later.'

/** From the first day to the day before the next month. */
const ramadan: Festival['dates'] = (year) =>
  lunarDates(islamic, '9', 1, year).map((start) => {
    const ends = [year, year + 1].flatMap((candidate) => lunarDates(islamic, '10', 1, candidate))
    return { start, end: (ends.find((day) => day > start) ?? start + 30) - 1 }
  })

export const islamicFestivals: readonly Festival[] = [
  { name: 'Ramadan', aliases: ['Ramadhan', 'Ramazan', 'Ramadán', 'Рамадан', 'رمضان'], dates: ramadan, note },
  {
    name: 'Eid al-Fitr',
    aliases: [
      'Eid',
      'Eid ul-Fitr',
      'Id al-Fitr',
      'Aid el-Fitr',
      'Aïd el-Fitr',
      'Idul Fitri',
      'Hari Raya Puasa',
      'Ramazan Bayramı',
      'Zuckerfest',
      'Suikerfeest',
      'End of Ramadan',
      'Lesser Bairam',
      'عيد الفطر',
    ],
    dates: lunar(islamic, '10', 1, 3),
    note,
  },
  {
    name: 'Eid al-Adha',
    aliases: [
      'Eid',
      'Eid ul-Adha',
      'Id al-Adha',
      'Aid el-Kebir',
      'Aïd el-Kébir',
      'Bakrid',
      'Idul Adha',
      'Hari Raya Haji',
      'Kurban Bayramı',
      'Opferfest',
      'Offerfeest',
      'Feast of the Sacrifice',
      'Tabaski',
      'عيد الأضحى',
    ],
    dates: lunar(islamic, '12', 10, 4),
    note,
  },
  {
    name: 'Islamic New Year',
    aliases: ['Hijri New Year', 'Muslim New Year', 'Muharram', 'Awal Muharram', 'رأس السنة الهجرية'],
    dates: lunar(islamic, '1', 1),
    note,
  },
  { name: 'Ashura', aliases: ['Aschura', 'Achoura', 'عاشوراء'], dates: lunar(islamic, '1', 10), note },
  {
    name: 'Mawlid',
    aliases: ['Mawlid an-Nabi', 'Milad un-Nabi', 'Birthday of Muhammad', 'Maulid', 'المولد النبوي'],
    dates: lunar(islamic, '3', 12),
    note,
  },
  { name: 'Laylat al-Qadr', aliases: ['Night of Power', 'Lailat al-Qadr'], dates: lunar(islamic, '9', 27), note },
  { name: 'Day of Arafah', aliases: ['Arafat Day', 'Arafah'], dates: lunar(islamic, '12', 9), note },
  { name: 'Isra and Mi’raj', aliases: ['Lailat al Miraj', 'Isra Miraj'], dates: lunar(islamic, '7', 27), note },
]
