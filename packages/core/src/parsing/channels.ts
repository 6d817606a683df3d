/** Replies that come with the tokens of their channels: `<|channel|>final<|message|>…`. */

const begin = /^\s{0,9}(?:<\|start\|>\w{0,20}[^<\n]{0,80})?<\|channel\|>/
const header =
  /^(?<to>[^<\n]{0,80})<\|channel\|>(?<name>\w{1,20})(?<about>[^<\n]{0,80})(?:<\|constrain\|>[^<\n]{0,20})?<\|message\|>/

/** What is said on the channel for people; without one, the calls and the talk. What is thought aloud goes. */
export function withoutChannels(text: string): string {
  if (!begin.test(text)) return text
  const parts = text
    .split(/<\|start\|>(?:assistant)?|(?<=<\|(?:end|call|return)\|>)\s{0,9}(?=<\|channel\|>)/)
    .map(partOf)
  const final = parts.findLast(({ name, said }) => name === 'final' && said !== '')
  if (final) return final.said
  const others = parts.filter(({ name }) => name !== 'analysis' && name !== 'final')
  return others
    .map(({ said, written, isCall }) => (isCall ? written : said))
    .join('')
    .trim()
}

function partOf(written: string) {
  const match = header.exec(written.trimStart())
  const { name = '', to = '', about = '' } = match?.groups ?? {}
  const said = written
    .trimStart()
    .slice(match?.[0].length ?? 0)
    .replace(/<\|(?:end|call|return)\|>[\s\S]*$/, '')
    .trim()
  return { name, said, written, isCall: /\bto=/.test(to + about) }
}
