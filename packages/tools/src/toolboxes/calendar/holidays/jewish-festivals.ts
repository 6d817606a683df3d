/** Jewish festivals: each begins at sunset of the day before. */
import { weekdayOf } from '../dates/day.ts'
import { type Festival, hebrew, lunar, spanFrom } from './festival.ts'
import { lunarDates } from './lunar-dates.ts'

const saturday = 6

/** In leap years Purim is in the second Adar. */
const purim: Festival['dates'] = (year) =>
  ['Adar', 'Adar II'].flatMap((month) => lunarDates('hebrew', month, 14, year).map((day) => spanFrom(day, 1)))

/** The fast of 9 Av gives way to the Sabbath. */
const tishaBAv: Festival['dates'] = (year) =>
  lunarDates('hebrew', 'Av', 9, year).map((day) => spanFrom(weekdayOf(day) === saturday ? day + 1 : day, 1))

const fromEvening = true as const

export const jewishFestivals: readonly Festival[] = [
  {
    name: 'Hanukkah',
    aliases: ['Chanukah', 'Hanukka', 'Chanukka', 'Janucá', 'Hanoucca', 'Ханука', 'חנוכה'],
    dates: lunar('hebrew', 'Kislev', 25, 8),
    fromEvening,
  },
  {
    name: 'Passover',
    aliases: ['Pesach', 'Pessach', 'Pessah', 'Pâque juive', 'Pascua judía', 'Pesaj', 'Песах', 'פסח'],
    dates: hebrew('Nisan', 15, 8, 7),
    countries: ['IL'],
    fromEvening,
    note: 'Eight days, of which seven are kept in Israel.',
  },
  {
    name: 'Rosh Hashanah',
    aliases: ['Rosh Hashana', 'Rosch ha-Schana', 'Jewish New Year', 'ראש השנה'],
    dates: lunar('hebrew', 'Tishri', 1, 2),
    fromEvening,
  },
  {
    name: 'Yom Kippur',
    aliases: ['Jom Kippur', 'Yom Kipur', 'Day of Atonement', 'Kippour', 'יום כיפור'],
    dates: lunar('hebrew', 'Tishri', 10),
    fromEvening,
  },
  {
    name: 'Sukkot',
    aliases: ['Sukkoth', 'Succot', 'Feast of Tabernacles', 'Laubhüttenfest', 'סוכות'],
    dates: lunar('hebrew', 'Tishri', 15, 7),
    fromEvening,
  },
  {
    name: 'Simchat Torah',
    aliases: ['Simhat Torah', 'Simchas Torah', 'שמחת תורה'],
    dates: (year, country) =>
      lunarDates('hebrew', 'Tishri', country === 'IL' ? 22 : 23, year).map((day) => spanFrom(day, 1)),
    countries: ['IL'],
    fromEvening,
  },
  { name: 'Tu BiShvat', aliases: ['Tu Bishvat', 'Tu B’Shevat'], dates: lunar('hebrew', 'Shevat', 15), fromEvening },
  { name: 'Purim', aliases: ['Pourim', 'Пурим', 'פורים'], dates: purim, fromEvening },
  { name: 'Lag BaOmer', aliases: ['Lag B’Omer'], dates: lunar('hebrew', 'Iyar', 18), fromEvening },
  {
    name: 'Shavuot',
    aliases: ['Shavuoth', 'Chavouot', 'Schawuot', 'Feast of Weeks', 'שבועות'],
    dates: hebrew('Sivan', 6, 2, 1),
    countries: ['IL'],
    fromEvening,
  },
  { name: 'Tisha B’Av', aliases: ['Tischa beAv', 'Ninth of Av', 'תשעה באב'], dates: tishaBAv, fromEvening },
]
