/** Numbers that are written as words, in English and German. */

const english =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
const german =
  'eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig'
const ordinals =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'
const tens: Readonly<Record<string, number>> = {
  ...{ thirty: 30, forty: 40, fifty: 50, sixty: 60, seventy: 70, eighty: 80, ninety: 90 },
  ...{ dreißig: 30, vierzig: 40, fünfzig: 50, sechzig: 60, siebzig: 70, achtzig: 80, neunzig: 90 },
}
const factors: Readonly<Record<string, number>> = {
  ...{ hundred: 100, hundert: 100, thousand: 1000, tausend: 1000, million: 1e6, millionen: 1e6 },
  ...{ billion: 1e9, milliarde: 1e9, milliarden: 1e9 },
}

/** What a passage also knows a number by. In a claim they count nothing: `first` orders, `both` and `one` point. */
const others: Readonly<Record<string, number>> = {
  ...{ both: 2, pair: 2, twice: 2, double: 2, half: 0.5, single: 1, once: 1, fortnight: 14, thrice: 3 },
  ...{ beide: 2, beiden: 2, zweimal: 2, doppelt: 2, halb: 0.5, ein: 1, eine: 1, einen: 1, einem: 1 },
  ...Object.fromEntries(ordinals.split(' ').map((word, index) => [word, index + 1])),
}

const units = new Map<string, number>([
  ...[english, german].flatMap((words) => words.split(' ').map((word, index) => [word, index + 1] as const)),
  ...Object.entries(tens),
])

const word = /\p{L}+/gu
/** What stands before a dozen or a hundred: so much of it is looked at. */
const lead = 12
const isHalved = /(?<!\p{L})(?:half|halbe) (?:an? |ein(?:e|en)? )?$/iu
const isCounted = /(?<!\p{L}|\bof )(?:an?|eine?[nrm]?) $/iu
const compound = /^(ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun)und(\p{L}+)$/u

export type NumberWords = {
  readonly start: number
  readonly end: number
  readonly value: number
  readonly isClaim: boolean
}

/** `one hundred and eighty-four` is one number. */
export function numberWordsIn(text: string): readonly NumberWords[] {
  const found: NumberWords[] = []
  let open: NumberWords | undefined
  for (const { 0: written, index } of text.matchAll(word)) {
    const said = written.toLowerCase()
    if (isLink(said, open)) continue
    const end = index + written.length
    const longer: NumberWords | undefined = open && joined(open, { said, between: text.slice(open.end, index), end })
    if (open && !longer) found.push(open)
    open = longer ?? begun(said, index, { end, before: text.slice(Math.max(0, index - lead), index) })
  }
  return open ? [...found, open] : found
}

/** The `and` of a number: whether one follows is seen at the next word. */
function isLink(said: string, open: NumberWords | undefined): boolean {
  return (said === 'and' || said === 'und') && open !== undefined && open.value % 100 === 0
}

type Beside = { readonly end: number; readonly before: string }

/** `a dozen` and `a hundred` count; `half a million` is the half of it, and `a quarter of a million` is nearly so. */
function begun(said: string, start: number, { end, before }: Beside): NumberWords | undefined {
  const unit = unitOf(said)
  if (unit !== undefined) return { start, end, value: unit, isClaim: unit > 1 }
  const large = said === 'dozen' || said === 'dutzend' ? 12 : factorOf(said)
  if (large === undefined) {
    return Object.hasOwn(others, said) ? { start, end, value: others[said] ?? 0, isClaim: false } : undefined
  }
  const isHalf = isHalved.test(before)
  return { start, end, value: isHalf ? large / 2 : large, isClaim: isHalf || isCounted.test(before) }
}

function unitOf(said: string): number | undefined {
  const [, ones = '', ten = ''] = compound.exec(said) ?? []
  const value = ten === '' ? undefined : units.get(ten)
  return value === undefined ? units.get(said) : value + (ones === 'ein' ? 1 : (units.get(ones) ?? 0))
}

function factorOf(said: string): number | undefined {
  return Object.hasOwn(factors, said) ? factors[said] : undefined
}

type Next = { readonly said: string; readonly between: string; readonly end: number }

/** The number with its next word, if they are one. */
function joined({ start, value }: NumberWords, { said, between, end }: Next): NumberWords | undefined {
  if (between.length > 5 || !/^(?:[\s-]|\s(?:and|und)\s)$/.test(between)) return undefined
  const factor = factorOf(said)
  if (factor && value < factor) return { start, end, value: value * factor, isClaim: true }
  const ones = unitOf(said)
  const hasRoom = ones !== undefined && ones < 100 && (value % 100 === 0 || (value % 10 === 0 && ones < 10))
  return hasRoom && value >= 20 ? { start, end, value: value + ones, isClaim: true } : undefined
}
