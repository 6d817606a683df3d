/** What a task asks for, without the words that only ask for a report on it. */

const report =
  '(?:report|overview|survey|article|summary|account|dossier|study|essay|paper|briefing|introduction|review|research)'
const withSources = '(?:sources?|citations?|references?|footnotes?)'
const on = '(?:on|about|of|into|over|to|regarding|concerning|covering)'
const wish =
  "(?:i(?:'d| would)? (?:want|need|like)(?: to have)?|let me have|write|draw up|prepare|give|make|compile|create|produce|provide|show|do)"

/** `a short, sourced overview with citations of`, and not `the survey of 1862`, which has that name. */
const aReport = String.raw`(?:(?:an?|the|some)\s+)?(?:[\p{L}-]+,?\s+){0,3}?${report}(?:,?\s+(?:with|including)\s+(?:[\p{L}-]+\s+){0,2}?${withSources},?)?\s+${on}\s+(?!\d)`

/** One after the other: `Could you please write a report on …`. */
const leadIns: readonly RegExp[] = [
  /^(?:please|kindly)[\s,]+/i,
  /^(?:can|could|would|will)\s+you\s+(?:please\s+)?/i,
  new RegExp(String.raw`^${wish}\s+(?:(?:me|us)\s+)?${aReport}`, 'iu'),
  new RegExp(`^${aReport}`, 'iu'),
  /^(?:i(?:'d| would)? (?:want|like) to (?:know|learn|read)|(?:tell me|find out|say|learn|read|write|know))(?: all| everything| more| something)? (?:about|on|of)\s+/i,
  /^(?:research|investigate|explore|describe|explain|study|examine|summari[sz]e|discuss|analy[sz]e|compare|report on|look into|i(?:'d| would)? (?:want|like) to know|(?:tell me|find out)(?= (?:how|why|what|when|where|which|who))|what is (?:known|there to know) (?:about|of)|what do (?:you|we) know (?:about|of))\s+/i,
]

/** Where to look, and how to write, is no part of what it is about. */
const ends: readonly RegExp[] = [
  /[\s,]+(?:please|for me|thanks|thank you)$/i,
  /[\s,]+(?:from|in|using|with|based on|according to)\s+(?:the|my|our|these|your)\s+(?:[\p{L}-]+\s+)?(?:documents?|knowledge base|sources?|files?|pages?|citations?)$/iu,
  new RegExp(
    String.raw`[\s,]+(?:(?:and|please)\s+)*(?:with|including|and|citing|cite|give|name|add)\s+(?:(?:all|its|the|your|full|proper|good)\s+)*${withSources}$`,
    'iu',
  ),
]

/** What a longer task is about stands in its beginning. */
const longestLine = 500

/** `Write a report on the lights of the Sound: who kept them?` asks for `the lights of the Sound`. */
export function askedFor(task: string): string {
  const [whole = ''] = task.trim().split('\n', 1)
  const line = cutAtWord(whole, longestLine)
  const asked = leadIns.reduce((text, leadIn) => text.replace(leadIn, ''), line)
  const [first = ''] = asked.split(/(?<=[?])\s|[.!](?:\s|$)|:\s|;\s/)
  return ends.reduce((text, end) => text.replace(end, ''), first).trim() || line.trim()
}

export function cutAtWord(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/\s+\S*$/, '')
}
