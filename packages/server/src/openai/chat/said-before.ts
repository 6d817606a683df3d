/** What an assistant said before, without what clients wrapped around it: thinking and blocks of their own. */
import { stripThinking } from '@gyre/core'
import { codePlaces, type Place } from './code-places.ts'

/** The text as it was meant for people. */
export function saidBefore(text: string): string {
  return stripThinking(withoutBlocks(text)).trim()
}

type Wrapping = {
  /** All tags of one kind. */
  readonly tags: RegExp
  readonly isClosing: (tag: string) => boolean
  /** Whether a block that begins so is none of the answer. */
  readonly wraps: (tag: string, startsLine: boolean) => boolean
}

/**
 * Open WebUI keeps reasoning and tool calls as `<details type="…">` in a text, and sends back the tags that a model
 * thought in. A block to fold, without a type, is part of the answer, and so is a tag in the middle of a line.
 */
const wrappings: readonly Wrapping[] = [
  {
    tags: /<details(?:\s[^<>]*)?>|<\/details\s*>/gi,
    isClosing: startsWithSlash,
    wraps: (tag) => /\stype\s{0,4}=/i.test(tag),
  },
  ...[/<\/?reason>/gi, /<\/?thought>/gi, /<\|(?:begin|end)_of_thought\|>/gi, /◁\/?think▷/gi].map((tags) => ({
    tags,
    isClosing: (tag: string) => startsWithSlash(tag) || /^<\|end/i.test(tag),
    wraps: (_: string, startsLine: boolean) => startsLine,
  })),
]

function startsWithSlash(tag: string): boolean {
  return tag[1] === '/'
}

/** Tags in code are shown, and a block that was never closed is a text like any other. */
function withoutBlocks(text: string): string {
  const code = codePlaces(text)
  const blocks = wrappings.flatMap((wrapping) => blocksIn(text, wrapping, code))
  let kept = ''
  let from = 0
  for (const { start, end } of blocks.toSorted((one, other) => one.start - other.start)) {
    if (start > from) kept += text.slice(from, start)
    from = Math.max(from, end)
  }
  return kept + text.slice(from)
}

type OpenTag = { readonly start: number; readonly isWrapping: boolean }

function blocksIn(text: string, { tags, isClosing, wraps }: Wrapping, code: readonly Place[]): readonly Place[] {
  const blocks: Place[] = []
  const open: OpenTag[] = []
  for (const { tag, start } of tagsOutside(text, tags, code)) {
    if (!isClosing(tag)) {
      open.push({ start, isWrapping: wraps(tag, startsLine(text, start)) })
      continue
    }
    const opening = open.pop()
    if (opening?.isWrapping) blocks.push({ start: opening.start, end: start + tag.length })
  }
  return blocks
}

type Tag = { readonly tag: string; readonly start: number }

function* tagsOutside(text: string, tags: RegExp, code: readonly Place[]): Generator<Tag> {
  let next = 0
  for (const { 0: tag, index } of text.matchAll(tags)) {
    while ((code[next]?.end ?? Number.POSITIVE_INFINITY) <= index) next += 1
    if ((code[next]?.start ?? Number.POSITIVE_INFINITY) > index) yield { tag, start: index }
  }
}

/** Looks back no further than a line is indented. */
function startsLine(text: string, at: number): boolean {
  return /(?:^|[\r\n])[ \t]{0,8}$/.test(text.slice(Math.max(0, at - 9), at))
}
