/** Small talk, and questions about the conversation itself. */
import type { Answer } from '../decision.ts'
import type { Reading } from '../reading/reading.ts'
import type { Rule, RuleContext } from '../rule.ts'
import type { Skill } from '../skill.ts'

type Reply = (reading: Reading, engine: RuleContext) => string | undefined

/** Each fits a whole message: a greeting inside of a task is part of the task. */
const talk: readonly (readonly [RegExp, Reply])[] = [
  [
    /^(?:hi|hello|hey|greetings|good (?:morning|afternoon|evening))(?: (?:there|gyre|again))?$/,
    (_, { introduction }) => `Hello! ${introduction}`,
  ],
  [/^(?:thanks|thank you|thx|cheers)(?: (?:a lot|very much|so much))?$/, () => 'You are welcome.'],
  [/^(?:bye|goodbye|see you)(?: (?:later|then))?$/, () => 'Goodbye.'],
  [
    /^(?:who|what) are you$|^what(?: else)? can you do$|^help$|^how can you help(?: me)?$/,
    (_, engine) => engine.introduction,
  ],
  [
    /^(?:what (?:was|is) (?:that|the (?:last |previous )?(?:answer|result))|what did you say|(?:can you )?(?:repeat|say) (?:that|it)(?: again)?)$/,
    ({ lastAnswer }) => lastAnswer,
  ],
]

function replyTo(message: string): Reply | undefined {
  if (message.length > longest) return undefined
  const said = message
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return talk.find(([pattern]) => pattern.test(said))?.[1]
}

/** Small talk is short. */
const longest = 200

/** Small talk has no wrong answer. */
export const conversationSkill: Skill = {
  judge: (task) => (replyTo(task) ? { isRight: true, reason: 'This is conversation.' } : undefined),
  think: () => undefined,
  rate: (task) => (replyTo(task) ? { score: 10, reason: 'This is conversation.' } : undefined),
}

export const authorConversation: Rule = {
  name: 'author-conversation',
  purposes: ['answer', 'follow-ups', 'thought'],
  ability: 'go on from the last result (`and times 2?`)',
  decide(question, reading, engine) {
    const reply = replyTo(question.text)?.(reading, engine)
    if (reply === undefined) return undefined
    const findings: Answer['findings'] = { isKnown: true, question: question.text, results: [] }
    return { kind: 'answer', thought: 'This is conversation.', text: reply, findings }
  },
}
