/**
 * A name for texts that belong together: the words that set them apart from all others.
 *
 * By log-odds with a prior, in units of their own uncertainty: Monroe, Colaresi and Quinn 2008, "Fightin' Words".
 */

const labelWords = 3

/** Shorter ones are hardly ever what a text is about. */
const leastLetters = 3

/** How often each word counts as seen on both sides beforehand, so that one which is seen once proves little. */
const prior = 0.5

/** Of three letters and more, in the languages that are met most; the others fall out by their length. */
const functionWords = new Set(
  [
    'the and that for was were with are this from not have has had which but they their them then than you your our she his her its will would can could may there these those been being what who whom whose how when where why does did also into over under about after before between while each more most other some such only very any all one two out off upon both few just because through during again same own per via yet nor',
    'der die das und ist den dem des von mit sich auf für nicht ein eine einen einem einer eines als auch wird wurde werden aus bei sie wir wie oder sind nach aber zum zur war durch über nur noch',
    'les des une est que qui dans pour pas sur aux ces cette par plus avec sont nous vous mais comme leur elle été',
    'los las por con para una como más pero sus este esta del que fue entre sobre también',
  ].flatMap((language) => language.split(' ')),
)

/** At most three words, the most telling first. Words that only one of several texts has are taken last. */
export function labelOf(members: readonly string[], rest: readonly string[]): string {
  const wordsOfEach = members.map(wordsOf)
  const inside = countsOf(wordsOfEach.flat())
  const outside = countsOf(rest.flatMap(wordsOf))
  const inMembers = countsOf(wordsOfEach.flatMap((words) => [...new Set(words)]))
  const weigh = weighing(inside, outside)
  const terms = [...inside.keys()].map((word) => ({
    word,
    isShared: (inMembers.get(word) ?? 0) > 1,
    weight: weigh(word),
  }))
  return terms
    .toSorted(
      (one, other) =>
        Number(other.isShared) - Number(one.isShared) || other.weight - one.weight || (one.word < other.word ? -1 : 1),
    )
    .slice(0, labelWords)
    .map(({ word }) => word)
    .join(', ')
}

function wordsOf(text: string): readonly string[] {
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu) ?? []
  return words.filter((word) => [...word].length >= leastLetters && !functionWords.has(word))
}

function countsOf(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

type Counts = ReadonlyMap<string, number>

function weighing(inside: Counts, outside: Counts): (word: string) => number {
  const priors = prior * new Set([...inside.keys(), ...outside.keys()]).size
  const insideSize = sizeOf(inside) + priors
  const outsideSize = sizeOf(outside) + priors
  return (word) => {
    const ours = (inside.get(word) ?? 0) + prior
    const theirs = (outside.get(word) ?? 0) + prior
    const logOdds = Math.log(ours / (insideSize - ours)) - Math.log(theirs / (outsideSize - theirs))
    return logOdds / Math.sqrt(1 / ours + 1 / theirs)
  }
}

function sizeOf(counts: Counts): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}
