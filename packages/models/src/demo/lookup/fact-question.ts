/** Whether a text asks for a fact, and which words of an answer are the fact. */

const asking =
  /^(?:(?:in|on|at|for|to|under|from|with|after|beside) )?(?:who|whom|whose|what|which|when|where|how (?:many|much|long|high|tall|wide|far|deep|old))\b/i

/** More than one question: only a part of it would be looked up. */
const more: readonly RegExp[] = [
  /[?;]\s*\S/,
  /(?:,|\band|\bthen)\s+(?:(?:in|on|at|for)\s+)?(?:who|what|when|where|why|how)\s+(?:is|are|was|were|did|does|do|many|much|long|old|high|far|\p{L}+ed)\b/iu,
  /(?:,|\band|\bthen)\s+(?:then\s+)?(?:add|subtract|multiply|divide|double|triple|halve|square|convert|explain|write|tell|compare)\b/i,
  /\band\s+(?:why|how)\b/i,
  /\d\s*[+*/^×÷]\s*\d|\d\s+-\s+\d/,
]

/** One question, of people and things: not of the model, and not small talk. */
export function asksForFact(text: string): boolean {
  const asked = text.trim()
  return (
    asking.test(asked) &&
    asked.length < 400 &&
    !more.some((pattern) => pattern.test(asked)) &&
    !/\b(?:you|your|me|my|I)\b/.test(asked) &&
    /\p{L}{3,} \S*\p{L}{3,}/u.test(asked)
  )
}

/** `Hanne Ravel: “Hanne Ravel founded the yard in 1841.” (The Ravel Yard)` says `Hanne Ravel`. */
export function answerWord(output: string): string | undefined {
  const [, fact] = /^([^:“]{1,80}): “/.exec(output) ?? []
  return fact
}
