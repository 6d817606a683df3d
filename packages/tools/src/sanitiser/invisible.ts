/** Characters that nobody sees: those that make up a letter or an emoji stay, all others are taken out. */

/** Stretches of a text that were taken out, in order, by their place in the text as it was. */
export type Cut = { readonly at: number; readonly length: number }

export type Visible = {
  readonly text: string
  readonly cuts: readonly Cut[]
  /** What was taken out, character by character, with the place in `text` where each was. */
  readonly removed: readonly { readonly code: number; readonly at: number }[]
}

const controls = String.raw`\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f-\u0084\u0086-\u009f`
const unseen = String.raw`[${controls}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]`
/** Runs of them, and the colours of a terminal. */
const runs = new RegExp(String.raw`\u001b(?:\[[0-9;:?]{0,32}[@-~])?|${unseen}+`, 'gu')
const any = new RegExp(String.raw`\u001b|${unseen}`, 'u')

export function hasInvisible(text: string): boolean {
  return any.test(text)
}

/** The text as people see it. */
export function removeInvisible(text: string): Visible {
  const sorter = new Sorter()
  let from = 0
  for (const { 0: run, index } of text.matchAll(runs)) {
    if (index > from) sorter.keep(text.slice(from, index), codeBefore(text, index))
    from = index + run.length
    sorter.sort(run, index, text.codePointAt(from) ?? nobody)
  }
  sorter.keep(text.slice(from), nobody)
  return sorter.sorted()
}

/** What stays and what goes. */
class Sorter {
  readonly #pieces: string[] = []
  readonly #cuts: Cut[] = []
  readonly #removed: { code: number; at: number }[] = []
  /** How long the text is so far, and its last character. */
  #length = 0
  #last = nobody

  sorted(): Visible {
    return { text: this.#pieces.join(''), cuts: this.#cuts, removed: this.#removed }
  }

  keep(piece: string, last: number): void {
    this.#pieces.push(piece)
    this.#length += piece.length
    this.#last = last
  }

  /** A run of invisible characters at `index`, followed by `next`. */
  sort(run: string, index: number, next: number): void {
    for (let at = this.#keepFlag(run); at < run.length; ) {
      const code = run.codePointAt(at) ?? 0
      const width = code > 0xffff ? 2 : 1
      const isKept = isMeant(code, this.#last, at + width === run.length ? next : undefined)
      if (isKept) this.keep(run.slice(at, at + width), code)
      else this.#remove(code, index + at, width)
      at += width
    }
  }

  /** How much of the run belongs to a flag. */
  #keepFlag(run: string): number {
    const flag = this.#last === blackFlag ? flags.find((each) => run.startsWith(each)) : undefined
    if (flag === undefined) return 0
    this.keep(flag, tagEnd)
    return flag.length
  }

  #remove(code: number, at: number, length: number): void {
    this.#cuts.push({ at, length })
    this.#removed.push({ code, at: this.#length })
  }
}

/** Where a place in the text as it was is now. */
export function placeAfter(cuts: readonly Cut[], place: number): number {
  let gone = 0
  for (const { at, length } of cuts) {
    if (at >= place) break
    gone += Math.min(length, place - at)
  }
  return place - gone
}

const blackFlag = 0x1f3f4
const tagEnd = 0xe007f
/** No character: the beginning or the end of the text. */
const nobody = -1

function codeBefore(text: string, index: number): number {
  const last = text.charCodeAt(index - 1)
  const isLow = last >= 0xdc00 && last <= 0xdfff
  return (isLow ? text.codePointAt(index - 2) : last) ?? nobody
}

/** The flags of England, Scotland and Wales are a black flag and letters nobody sees. */
const flags = ['gbeng', 'gbsct', 'gbwls'].map((name) =>
  String.fromCodePoint(...[...name].map((letter) => 0xe0000 + letter.charCodeAt(0)), tagEnd),
)

/**
 * Whether an invisible character changes the one before it or joins two, as scripts and emoji use it. There is no `next`
 * when what follows is invisible, too.
 */
function isMeant(code: number, last: number, next: number | undefined): boolean {
  if (last === nobody) return false
  if (code === 0x200d) return joinsEmoji(last, next) || joinsLetters(last, next)
  if (code === 0x200c) return joinsLetters(last, next)
  if (code === 0x115f || code === 0x1160) return isJamo(last) || isJamo(next)
  return isVariant(code, last, next)
}

/** The second of a pair that stand for one character of several forms. */
function isVariant(code: number, last: number, next: number | undefined): boolean {
  if (code === 0xfe0e || code === 0xfe0f) return isEmoji(last) || (is(/[0-9#*]/, last) && next === 0x20e3)
  const forms = variants.find(({ first, final }) => code >= first && code <= final)
  return forms !== undefined && is(forms.of, last)
}

const variants = [
  { first: 0xfe00, final: 0xfe02, of: /[\p{Script=Han}\p{Sm}\u3000-\u303f]/u },
  { first: 0xe0100, final: 0xe01ef, of: /\p{Script=Han}/u },
  { first: 0x180b, final: 0x180f, of: /(?=\p{L})\p{Script=Mongolian}/u },
]

function is(pattern: RegExp, code = nobody): boolean {
  return code >= 0 && pattern.test(String.fromCodePoint(code))
}

function isEmoji(code: number): boolean {
  return code > 0x7f && is(/[\p{Emoji}\p{Extended_Pictographic}]/u, code)
}

function joinsEmoji(last: number, next: number | undefined): boolean {
  return (last === 0xfe0f || isEmoji(last)) && next !== undefined && isEmoji(next)
}

const cursive =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u

/** In Persian, Hindi and others a joiner decides how letters are written; after a mark it does so at the end of a word, too. */
function joinsLetters(last: number, next: number | undefined): boolean {
  if (!is(cursive, last)) return false
  return is(/\p{M}/u, last) || (is(/\p{L}/u, last) && is(cursive, next))
}

function isJamo(code: number | undefined): boolean {
  return is(/[\u1100-\u115e\u1161-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]/, code)
}
