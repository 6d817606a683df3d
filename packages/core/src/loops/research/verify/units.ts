/** Units and currencies beside a number: twelve crowns are not twelve dollars. */

/** A metric unit is told by its base, so that 60 cm are 0.6 m. */
export type Unit = { readonly name: string; readonly base?: { readonly name: string; readonly factor: number } }

const metric = (base: string, factor: number, words: string) =>
  words.split(' ').map((word): readonly [string, Unit] => [word, { name: words, base: { name: base, factor } }])
const plain = (words: string) => words.split(' ').map((word): readonly [string, Unit] => [word, { name: words }])

const units = new Map<string, Unit>([
  ...metric('length', 1, 'metre metres meter meters metern m'),
  ...metric('length', 1000, 'kilometre kilometres kilometer kilometers kilometern km'),
  ...metric('length', 0.01, 'centimetre centimetres centimeter centimeters cm'),
  ...metric('length', 0.001, 'millimetre millimetres millimeter millimeters mm'),
  ...metric('mass', 1, 'kilogram kilograms kilogramm kilo kilos kg'),
  ...metric('mass', 0.001, 'gram grams gramm g'),
  ...metric('mass', 1000, 'tonne tonnes t'),
  ...plain('foot feet ft'),
  ...plain('mile miles mi meile meilen'),
  ...plain('crown crowns krone kronen'),
  ...plain('dollar dollars usd $'),
  ...plain('euro euros eur €'),
  ...plain('pound pounds £ gbp lb lbs pfund'),
  ...plain('% percent prozent'),
])

const behindNumber = /^[\s\u00a0-]?(%|[$€£]|per\s?cent(?!\p{L})|\p{L}{1,12})/u
const beforeNumber = /(?:^|[^\p{L}])([$€£]|usd|eur|gbp)\s?$/iu

/** The unit of a number that has one. */
export function unitBeside(before: string, behind: string): Unit | undefined {
  const [, sign = ''] = beforeNumber.exec(before) ?? []
  const [, word = ''] = behindNumber.exec(behind) ?? []
  const said = /^per\s/i.test(word) ? 'percent' : word.toLowerCase()
  return units.get(sign.toLowerCase()) ?? units.get(said)
}

/** What a passage with this number knows of it, and of its unit. */
export function unitKeys(value: string, unit: Unit | undefined): readonly string[] {
  if (!unit) return [`${value}@`]
  return [`${value}@${unit.name}`, ...baseKeys(value, unit)]
}

/** How a claim of this number may be meant: with its unit, or where a passage names none. */
export function unitReadings(value: string, unit: Unit): readonly (readonly string[])[] {
  return [`${value}@${unit.name}`, `${value}@`, ...baseKeys(value, unit)].map((key) => [key])
}

function baseKeys(value: string, { base }: Unit): readonly string[] {
  // Twelve digits: what is behind them is the error of the multiplication.
  return base ? [`${base.name}:${Number((Number(value) * base.factor).toPrecision(12))}`] : []
}
