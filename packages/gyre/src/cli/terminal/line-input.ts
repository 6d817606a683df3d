/** A line a person types: what each key makes of it. */

export type LineInput = {
  readonly characters: readonly string[]
  /** Before which character the cursor stands. */
  readonly cursor: number
}

/** A key as Node's `readline` tells it. */
export type Key = {
  readonly name?: string | undefined
  readonly ctrl?: boolean | undefined
  readonly meta?: boolean | undefined
  readonly sequence?: string | undefined
}

export function lineOf(text: string): LineInput {
  const characters = [...text]
  return { characters, cursor: characters.length }
}

export function textIn({ characters }: LineInput): string {
  return characters.join('')
}

/** The line after a key; keys that mean nothing here change nothing. */
export function pressed(line: LineInput, key: Key): LineInput {
  const move = moves[moveName(key)]
  if (move) return move(line)
  const { sequence = '' } = key
  // Keys that are no character come as one or more control characters.
  if (sequence === '' || /\p{Cc}/u.test(sequence)) return line
  return insert(line, [...sequence])
}

function moveName({ name = '', ctrl }: Key): string {
  return ctrl ? `ctrl-${name}` : name
}

function insert({ characters, cursor }: LineInput, added: readonly string[]): LineInput {
  return { characters: characters.toSpliced(cursor, 0, ...added), cursor: cursor + added.length }
}

function removeBefore({ characters, cursor }: LineInput, count: number): LineInput {
  const from = Math.max(0, cursor - count)
  return { characters: characters.toSpliced(from, cursor - from), cursor: from }
}

function removeAfter(line: LineInput): LineInput {
  return { ...line, characters: line.characters.toSpliced(line.cursor, 1) }
}

/** How many characters back the word before the cursor begins. */
function wordLength({ characters, cursor }: LineInput): number {
  let at = cursor
  while (at > 0 && characters[at - 1] === ' ') at -= 1
  while (at > 0 && characters[at - 1] !== ' ') at -= 1
  return cursor - at
}

const toStart = (line: LineInput): LineInput => ({ ...line, cursor: 0 })
const toEnd = (line: LineInput): LineInput => ({ ...line, cursor: line.characters.length })

const moves: Readonly<Record<string, (line: LineInput) => LineInput>> = {
  left: (line) => ({ ...line, cursor: Math.max(0, line.cursor - 1) }),
  right: (line) => ({ ...line, cursor: Math.min(line.characters.length, line.cursor + 1) }),
  home: toStart,
  end: toEnd,
  'ctrl-a': toStart,
  'ctrl-e': toEnd,
  backspace: (line) => removeBefore(line, 1),
  delete: removeAfter,
  'ctrl-d': removeAfter,
  'ctrl-u': (line) => removeBefore(line, line.cursor),
  'ctrl-k': (line) => ({ ...line, characters: line.characters.slice(0, line.cursor) }),
  'ctrl-w': (line) => removeBefore(line, wordLength(line)),
}
