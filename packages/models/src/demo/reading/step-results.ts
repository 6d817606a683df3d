/** What the steps of a plan gave, as a loop shows it: each behind a fence that names its step. */

export type StepOutput = { readonly id: string; readonly text: string }

const fenced = /<untrusted from="step ([^"\n]+)">\n(?:\[Warning: .*\]\n)?([\s\S]*?)\n<\/untrusted>/g

export function stepOutputs(results: string | undefined): readonly StepOutput[] {
  if (results === undefined) return []
  return [...results.matchAll(fenced)].map(([, id = '', text = '']) => ({ id, text: text.trim() }))
}

const goalBefore = /^Step [^:\n]+: (.+)\n$/m

/** The same with what each step was to do, where that stands right above. */
export function stepResults(results: string | undefined): readonly { readonly goal: string; readonly text: string }[] {
  let end = 0
  return [...(results ?? '').matchAll(fenced)].flatMap((match) => {
    const [, goal] = goalBefore.exec((results ?? '').slice(end, match.index)) ?? []
    end = match.index + match[0].length
    return goal === undefined ? [] : [{ goal, text: (match[2] ?? '').trim() }]
  })
}

/** `the result of step 2` is replaced by what `shown` makes of that result. */
export function withResults(
  text: string,
  outputs: readonly StepOutput[],
  shown: (output: string) => string | undefined,
): string {
  if (outputs.length === 0) return text
  return text.replace(/\bthe (?:result|answer) of step ([\w-]+)/gi, (reference, id: string) => {
    const output = outputs.find((each) => each.id === id)
    return (output && shown(output.text)) ?? reference
  })
}
