/** Festivals of Asia, and those of no religion. */
import { startOfMonth, weekdayFrom } from '../dates/day.ts'
import { byLibrary, type Festival, fixed, listed, lunar, spanFrom } from './festival.ts'

const differs = 'How many days are free differs by country.'
const thursday = 4

/** A day after the fourth Thursday of November. */
function afterThanksgiving(days: number): Festival['dates'] {
  return (year) => [spanFrom(weekdayFrom(startOfMonth(year, 11), thursday) + 21 + days, 1)]
}

export const otherFestivals: readonly Festival[] = [
  {
    name: 'Lunar New Year',
    aliases: [
      'Chinese New Year',
      'Spring Festival',
      'Chinesisches Neujahr',
      'Nouvel An chinois',
      'Año Nuevo chino',
      '春节',
      '春節',
      '旧正月',
    ],
    ...byLibrary('chinese 01-0-01'),
    note: differs,
  },
  { name: 'Seollal', aliases: ['Korean New Year', '설날'], ...byLibrary('korean 01-0-01', -1, 3), countries: ['KR'] },
  {
    name: 'Chuseok',
    aliases: ['Korean Thanksgiving', '추석'],
    ...byLibrary('korean 08-0-15', -1, 3),
    countries: ['KR'],
  },
  { name: 'Lantern Festival', aliases: ['Yuanxiao', '元宵节'], ...byLibrary('chinese 01-0-15') },
  { name: 'Dragon Boat Festival', aliases: ['Duanwu', '端午节'], ...byLibrary('chinese 05-0-05') },
  { name: 'Qixi', aliases: ['Double Seventh Festival', '七夕'], ...byLibrary('chinese 07-0-07') },
  {
    name: 'Mid-Autumn Festival',
    aliases: ['Moon Festival', 'Mooncake Festival', '中秋节', '中秋節'],
    ...byLibrary('chinese 08-0-15'),
  },
  {
    name: 'Nowruz',
    aliases: ['Norouz', 'Navroz', 'Newroz', 'Nevruz', 'Persian New Year', 'نوروز'],
    dates: lunar('persian', '1', 1),
  },
  {
    name: 'Diwali',
    aliases: ['Deepavali', 'Divali', 'Dipawali', 'Festival of Lights', 'दिवाली', 'தீபாவளி'],
    dates: listed(
      '2020-11-14 2021-11-04 2022-10-24 2023-11-12 2024-10-31 2025-10-20 2026-11-08 2027-10-29 2028-10-17 2029-11-05 2030-10-26 2031-11-14 2032-11-02 2033-10-22 2034-11-10 2035-10-30',
    ),
    note: 'The main day, as kept in most of India; the festival takes about five days around it.',
  },
  {
    name: 'Holi',
    aliases: ['Phagwah', 'Festival of Colours', 'होली'],
    dates: listed(
      '2020-03-10 2021-03-29 2022-03-18 2023-03-08 2024-03-25 2025-03-14 2026-03-04 2027-03-22 2028-03-11 2029-03-01 2030-03-20',
    ),
    note: 'The day of colours, as kept in most of India; the bonfires burn on the evening before.',
  },
  { name: 'Black Friday', aliases: [], dates: afterThanksgiving(1) },
  { name: 'Cyber Monday', aliases: [], dates: afterThanksgiving(4) },
  { name: 'Halloween', aliases: [], dates: fixed(10, 31) },
  { name: 'Valentine’s Day', aliases: ['Valentinstag', 'Saint-Valentin', 'San Valentín'], dates: fixed(2, 14) },
  { name: 'St. Patrick’s Day', aliases: ['Paddy’s Day'], dates: fixed(3, 17) },
  { name: 'Kwanzaa', aliases: ['Kwanza'], dates: fixed(12, 26, 7) },
  {
    name: 'New Year’s Eve',
    aliases: ['Silvester', 'NYE', 'Hogmanay', 'Nochevieja', 'Saint-Sylvestre', '大晦日'],
    dates: fixed(12, 31),
  },
  {
    name: 'New Year’s Day',
    aliases: ['New Year', 'Neujahr', 'Jour de l’An', 'Nouvel An', 'Año Nuevo', 'Ano Novo', 'Capodanno', '元旦'],
    dates: fixed(1, 1),
  },
]
