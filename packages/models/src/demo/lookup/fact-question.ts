/** Whether a text asks for a fact, and which words of an answer are the fact. */

const asking =
  /^(?:(?:in|on|at|for|to|under|from|with|after|beside) )?(?:who|whom|whose|what|which|when|where|how (?:many|much|long|high|tall|wide|far|deep|old))\b/i

/** One question, of people and things: not of the model, and not small talk. */
export function asksForFact(text: string): boolean {
  const asked = text.trim()
  return (
    asking.test(asked) &&
    asked.length < 400 &&
    !/\b(?:you|your|me|my|I)\b/.test(asked) &&
    /\p{L}{3,} \S*\p{L}{3,}/u.test(asked)
  )
}

/** `Hanne Ravel: “Hanne Ravel founded the yard in 1841.” (The Ravel Yard)` says `Hanne Ravel`. */
export function answerWord(output: string): string | undefined {
  const [, fact] = /^([^:“]{1,80}): “/.exec(output) ?? []
  return fact
}
