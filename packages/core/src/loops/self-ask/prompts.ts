/** The prompts of self-ask. */
import { definePrompts } from '../../kernel/prompt-template.ts'

export const prompts = definePrompts({
  system:
    "Answer the user's question by way of smaller ones. Ask for every fact that you need and were not given as a follow-up question that is clear by itself. {pace} Go on from the answers you get, not from memory. When nothing is missing, write the answer after `So the final answer is:`.",

  together: "Ask at once what does not depend on another question's answer.",
  oneByOne: 'Ask one question, and wait for its answer.',

  answer: 'Answer the question in a sentence or two, with the fact it asks for. If you do not know it, say so.',

  repeated:
    'You have asked this before, and its answer is above. Use it, ask something else, or give the final answer.',

  unreadable: 'Your last reply could not be read: {fault} Ask in the form shown, or give the final answer.',

  answerNow:
    'No more questions can be asked. Write the final answer now, from the answers above, after `So the final answer is:`, and say what is uncertain.',
})
