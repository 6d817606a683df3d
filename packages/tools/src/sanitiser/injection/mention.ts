/** An article that quotes an injection is none: `phrases like "ignore previous instructions" are well known`. */

const introducing =
  /(?:\blike|\bas|\bphrases?|\bwords?|\bstrings?|\bsentences?|\bexamples?|\be\.g\.|\bcalled|\bsays?|\bsaying|\bread|\breading|\bwie|\bcomme|\bcomo|\bcome|вроде|типа|如|“|「)[\s:,(]{0,3}$/iu

const opening = /["“„«'‘「『`]$/u
const closing = /["”“»'’」』`]/u

/** Whether the stretch is a short quotation that is spoken about. */
export function isMention(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 40), start)
  if (!opening.test(before)) return false
  return closing.test(text.slice(end, end + 12)) && introducing.test(before.slice(0, -1))
}
