/** The words of a text that say what it is about, in a form in which `founded` and `founder` are the same. */

const empty = new Set(
  (
    'a an the of in on at to from by with for and or but is are was were be been being do does did has have had will would ' +
    'can could who whom whose which what when where why how many much that this these those it its he she they his her ' +
    'their him them as into than then there if not no so also only any some all each every about according mean means'
  ).split(' '),
)

/** Words that are used for each other in questions and answers. */
const alike: ReadonlyMap<string, string> = new Map(
  [
    'found start open establish begin set',
    'ship vessel steamer steamship ferry boat launch',
    'people inhabitant live person',
    'lead leader led',
    'build built builder',
    'die death dead died',
    'design designer architect drew',
    'lighthouse light',
    'storm gale hurricane',
    'long length',
    'high tall height rise stand',
    'wide across width',
    'cost pay paid price',
    'command captain master skipper',
    'discover discoverer find',
    'supply supplier',
    'year annual',
  ].flatMap((group) => {
    const [first = '', ...others] = group.split(' ')
    return others.map((word) => [stem(word), stem(first)] as const)
  }),
)

export function contentWords(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+(?:-[\p{N}]+|[.,]\d+)*/gu) ?? []
  return words.filter((word) => !empty.has(word)).map(meaning)
}

export function meaning(word: string): string {
  const stemmed = stem(word.toLowerCase())
  return alike.get(stemmed) ?? stemmed
}

/** Endings off, as far as a short rule goes. */
function stem(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word
  return word
    .replace(/(?:'s|’s)$/, '')
    .replace(/ies$/, 'y')
    .replace(/(?<=[^s])s$/, '')
    .replace(/(?<=.{3})(?:ing|ed)$|(?<=.{4})(?:er|or|ist)$/, '')
    .replace(/(?<=.{3})e$/, '')
    .replace(/([bdfglmnprt])\1$/, '$1')
}
