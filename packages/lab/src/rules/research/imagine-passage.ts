/** A passage that could answer a question, made up from the words of its trade. */
import { answered, type Play } from '../play.ts'
import { topicOf } from './common-knowledge.ts'
import { wordsOf } from './sentences.ts'

export const imaginePassage: Play = {
  name: 'imagine-passage',
  decide({ material: { question, about } }) {
    if (question === undefined || about === undefined) return undefined
    const words = topicOf(question)?.words ?? [...wordsOf(question)]
    const [first, second, third, ...others] = words
    return answered(`${question}. There is ${first}, and ${second} with ${third}; there are ${others.join(', ')}.`)
  },
}
