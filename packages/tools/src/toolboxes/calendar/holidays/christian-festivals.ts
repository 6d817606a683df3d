/** Christian festivals, and the carnival before Lent. */
import { startOfMonth, weekdayFrom } from '../dates/day.ts'
import { westernEaster } from './easter.ts'
import { aroundEaster, aroundOrthodoxEaster, type Festival, fixed, spanFrom } from './festival.ts'

const sunday = 7

/** The main days: on the Rhine from the Thursday, elsewhere from the Saturday, until Shrove Tuesday. */
const carnival: Festival['dates'] = (year, country) => {
  const first = country === 'DE' ? -52 : -50
  return [{ start: westernEaster(year) + first, end: westernEaster(year) - 47 }]
}

/** From the fourth Sunday before Christmas. */
const advent: Festival['dates'] = (year) => {
  const fourth = weekdayFrom(startOfMonth(year, 12) + 17, sunday)
  return [{ start: fourth - 21, end: startOfMonth(year, 12) + 23 }]
}

export const christianFestivals: readonly Festival[] = [
  {
    name: 'Carnival',
    aliases: ['Carnaval', 'Karneval', 'Fasching', 'Carnevale', 'Карнавал', 'カーニバル'],
    dates: carnival,
    countries: ['DE'],
  },
  { name: 'Shrove Monday', aliases: ['Rosenmontag', 'Carnival Monday'], dates: aroundEaster(-48) },
  {
    name: 'Shrove Tuesday',
    aliases: ['Mardi Gras', 'Pancake Day', 'Fat Tuesday', 'Faschingsdienstag', 'Martes de Carnaval'],
    dates: aroundEaster(-47),
  },
  { name: 'Ash Wednesday', aliases: ['Aschermittwoch', 'Mercredi des Cendres'], dates: aroundEaster(-46) },
  { name: 'Lent', aliases: ['Fastenzeit', 'Carême', 'Cuaresma', 'Quaresma'], dates: aroundEaster(-46, 46) },
  { name: 'Palm Sunday', aliases: ['Palmsonntag', 'Domingo de Ramos', 'Rameaux'], dates: aroundEaster(-7) },
  { name: 'Holy Week', aliases: ['Karwoche', 'Semana Santa', 'Semaine sainte'], dates: aroundEaster(-7, 7) },
  { name: 'Maundy Thursday', aliases: ['Gründonnerstag', 'Holy Thursday', 'Jueves Santo'], dates: aroundEaster(-3) },
  { name: 'Good Friday', aliases: ['Karfreitag', 'Vendredi saint', 'Viernes Santo'], dates: aroundEaster(-2) },
  { name: 'Easter weekend', aliases: ['Osterwochenende', 'Week-end de Pâques'], dates: aroundEaster(-2, 4) },
  {
    name: 'Easter Sunday',
    aliases: [
      'Easter',
      'Ostern',
      'Ostersonntag',
      'Pâques',
      'Pascua',
      'Páscoa',
      'Pasqua',
      'Pasen',
      'Påsk',
      '復活祭',
      '复活节',
    ],
    dates: aroundEaster(0),
  },
  { name: 'Easter Monday', aliases: ['Ostermontag', 'Lundi de Pâques', 'Pasquetta'], dates: aroundEaster(1) },
  { name: 'Ascension Day', aliases: ['Christi Himmelfahrt', 'Himmelfahrt', 'Ascension'], dates: aroundEaster(39) },
  { name: 'Pentecost', aliases: ['Whit Sunday', 'Pfingsten', 'Pentecôte', 'Pentecostés'], dates: aroundEaster(49) },
  { name: 'Whit Monday', aliases: ['Pfingstmontag', 'Lundi de Pentecôte'], dates: aroundEaster(50) },
  { name: 'Corpus Christi', aliases: ['Fronleichnam', 'Fête-Dieu'], dates: aroundEaster(60) },
  {
    name: 'Orthodox Easter',
    aliases: ['Greek Easter', 'Eastern Easter', 'Pascha'],
    dates: aroundOrthodoxEaster(0),
  },
  { name: 'Orthodox Good Friday', aliases: ['Greek Good Friday'], dates: aroundOrthodoxEaster(-2) },
  { name: 'Orthodox Christmas', aliases: ['Julian Christmas'], dates: fixed(1, 7) },
  { name: 'Epiphany', aliases: ['Three Kings Day', 'Heilige Drei Könige', 'Día de Reyes'], dates: fixed(1, 6) },
  { name: 'Advent', aliases: ['Adventszeit'], dates: advent },
  {
    name: 'First Sunday of Advent',
    aliases: ['Advent Sunday', 'First Advent', '1. Advent'],
    dates: (year) => advent(year, undefined).map(({ start }) => spanFrom(start, 1)),
  },
  { name: 'Christmas Eve', aliases: ['Heiligabend', 'Nochebuena', 'Réveillon de Noël'], dates: fixed(12, 24) },
  {
    name: 'Christmas Day',
    aliases: [
      'Christmas',
      'Xmas',
      'Weihnachten',
      'Noël',
      'Navidad',
      'Natal',
      'Natale',
      'Kerstmis',
      'Kerst',
      'Jul',
      'クリスマス',
      '圣诞节',
      'Рождество',
    ],
    dates: fixed(12, 25),
  },
  { name: 'Boxing Day', aliases: ['St. Stephen’s Day', 'Stephanstag'], dates: fixed(12, 26) },
  { name: 'All Saints’ Day', aliases: ['Allerheiligen', 'Toussaint', 'Todos los Santos'], dates: fixed(11, 1) },
  { name: 'All Souls’ Day', aliases: ['Allerseelen', 'Day of the Dead', 'Día de los Muertos'], dates: fixed(11, 2) },
]
