/** The units that can be checked without a tool, by what they measure: how many of the first one each of them is. */

type Unit = { readonly kind: string; readonly factor: number; readonly offset: number }

const tables: Readonly<Record<string, string>> = {
  length:
    'm metre meter=1 km kilometre kilometer=1000 cm centimetre centimeter=0.01 mm millimetre millimeter=0.001 mi mile=1609.344 ' +
    'yd yard=0.9144 ft foot feet=0.3048 in inch inches=0.0254',
  mass: 'kg kilogram kilo=1 g gram gramme=0.001 mg milligram=0.000001 t tonne=1000 lb lbs pound=0.45359237 oz ounce=0.028349523125',
  time: 's sec second=1 min minute=60 h hr hour=3600 day=86400 week=604800',
  volume: 'l L litre liter=1 ml mL millilitre milliliter=0.001 cl centilitre centiliter=0.01',
}

const plain = Object.entries(tables).flatMap(([kind, table]) =>
  table.split(/(?<==\S+) /).flatMap((entry) => {
    const [names = '', factor] = entry.split('=')
    return names.split(' ').map((name): [string, Unit] => [name, { kind, factor: Number(factor), offset: 0 }])
  }),
)

const temperatures = [
  [['K', 'kelvin'], 1, 0],
  [['degC', '°C', 'celsius', 'degrees celsius'], 1, 273.15],
  [['degF', '°F', 'fahrenheit', 'degrees fahrenheit'], 5 / 9, 459.67 * (5 / 9)],
] as const

const units: ReadonlyMap<string, Unit> = new Map([
  ...plain,
  ...temperatures.flatMap(([names, factor, offset]) =>
    names.map((name): [string, Unit] => [name, { kind: 'temperature', factor, offset }]),
  ),
])

/** A symbol counts as it is written; a word in any case, and of many. */
function unitOf(name: string): Unit | undefined {
  const word = name.length > 3 ? name.toLowerCase() : name
  return units.get(word) ?? (word.length > 3 ? units.get(word.replace(/s$/, '')) : undefined)
}

/** The value in the other unit; `apart` when they do not measure the same; undefined for units that are not known here. */
export function convertUnit(value: number, from: string, to: string): number | 'apart' | undefined {
  const [first, second] = [unitOf(from), unitOf(to)]
  if (!first || !second) return undefined
  if (first.kind !== second.kind) return 'apart'
  return (value * first.factor + first.offset - second.offset) / second.factor
}
