/** Names that are nobody's, put together from syllables. Surnames, places and firms share them on purpose. */
import type { Random } from './seeded-random.ts'

const starts =
  'Bar Cal Dor Fen Gru Hal Jor Kel Lun Mar Nor Ost Pel Quin Ras Sel Tar Ulm Ver Wil Yar Zan Bro Dra Sto'.split(' ')
const middles = ['a', 'e', 'i', 'o', 'u', 'ani', 'ero', 'imo', 'ola', 'une']
const ends = 'vik dal met lund rich gard nak sen ther wyn zov bek ran mund tis'.split(' ')
const given = (
  'Ada Alwin Berta Boris Cilla Conrad Dagny Edda Elmar Fenja Gero Hanna Ilse Ivo Jonna Kasimir Lene Lothar Mette ' +
  'Milan Nelly Odo Petra Ragna Rufus Selma Tilda Ulf Vera Wenzel Xenia Yorick'
).split(' ')
const trades = 'clockmaker surveyor chemist foreman bookkeeper engraver glazier pilot brewer teacher'.split(' ')
const firmKinds = 'Foundry,Brothers,Works,Mills,Trading Company,Instrument Makers,Yard'.split(',')
const machineKinds = 'loom,press,lathe,pump,crane,sorter,kiln,drill,mill'.split(',')
const journeyKinds = 'Expedition,Survey,Caravan,Crossing'.split(',')
const letters = 'ABCDEFGHKLMNPRSTVWXZ'

/** So many different roots. */
export function roots(random: Random, count: number): string[] {
  const found = new Set<string>()
  while (found.size < count) found.add(random.pick(starts) + random.pick(middles) + random.pick(ends))
  return [...found]
}

export const personName = (random: Random, surname: string) => ({
  name: `${random.pick(given)} ${surname}`,
  trade: random.pick(trades),
})

export const firmName = (random: Random, root: string) => `${root} ${random.pick(firmKinds)}`

export const journeyName = (random: Random, root: string) => `the ${root} ${random.pick(journeyKinds)}`

/** Machines of a series: the same letters and word, and numbers that differ in a digit or two. */
export function machineSeries(random: Random, root: string, count: number): { name: string; code: string }[] {
  const prefix = random.pick([...letters]) + random.pick([...letters])
  const first = 1000 + random.below(8900)
  const kind = random.pick(machineKinds)
  return Array.from({ length: count }, (_, at) => {
    const code = `${prefix}-${first + at * random.pick([1, 10, 11])}`
    return { name: `${root} ${kind} ${code}`, code }
  })
}
